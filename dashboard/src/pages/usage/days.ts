// Arranges usage by days without gaps, with the cost of each channel.
import type { UsageChannel } from '#contract/account/billing.ts'
import { addDays } from './period.ts'
import type { UsageRow } from './usage-texts.ts'

export interface Day {
  /** `YYYY-MM-DD`. */
  day: string
  /** In US dollars. */
  costs: Partial<Record<UsageChannel, number>>
  total: number
}

export function daysOf(rows: readonly UsageRow[], from: string, to: string): Day[] {
  const days = new Map<string, Day>()
  for (let day = from; day <= to; day = addDays(day, 1)) days.set(day, { day, costs: {}, total: 0 })
  for (const { day, channel, cost_usd: cost } of rows) {
    const found = day === null ? undefined : days.get(day)
    if (!found || channel === null) continue
    found.costs[channel] = (found.costs[channel] ?? 0) + cost
    found.total += cost
  }
  return [...days.values()]
}

/** At most five round values from 0 to at least `max`. */
export function ticksOf(max: number): number[] {
  if (max <= 0) return [0, 1]
  const rough = max / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough)!
  return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, index) => index * step)
}
