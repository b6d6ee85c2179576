// The scale of a drawn timeline: long silences are shortened, and time is divided into rows.
import type { RunResult } from '../run/result.ts'

/** A longer time without sounds and marks is drawn with this length. */
const longestGapMs = 5_000
const drawnGapMs = 1_600
export const rowMs = 12_000

export interface Gap {
  fromMs: number
  toMs: number
}

export interface TimeScale {
  /** Time as it is drawn, without the parts of gaps that are left out. */
  drawn(ms: number): number
  gaps: Gap[]
  totalMs: number
}

export function timeScaleOf({ sounds, expectations, durationMs }: RunResult): TimeScale {
  const spans = [
    ...sounds,
    ...expectations.map(({ atMs }) => ({ fromMs: atMs, toMs: atMs })),
    { fromMs: durationMs, toMs: durationMs },
  ].sort((a, b) => a.fromMs - b.fromMs)
  const gaps: Gap[] = []
  let endMs = 0
  for (const { fromMs, toMs } of spans) {
    if (fromMs - endMs > longestGapMs) gaps.push({ fromMs: endMs, toMs: fromMs })
    endMs = Math.max(endMs, toMs)
  }
  const drawn = (ms: number): number => {
    let result = ms
    for (const gap of gaps) {
      if (ms <= gap.fromMs) break
      const length = gap.toMs - gap.fromMs
      const inside = Math.min(ms, gap.toMs) - gap.fromMs
      result += (inside * drawnGapMs) / length - inside
    }
    return result
  }
  return { drawn, gaps, totalMs: drawn(durationMs) }
}
