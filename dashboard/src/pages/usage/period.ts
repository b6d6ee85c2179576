// The period and the filters of the page, as its address says.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { UsageChannel } from '#contract/account/billing.ts'
import { channels } from './usage-texts.ts'

const dayMs = 86_400_000

/** Days are `YYYY-MM-DD` in the time zone of the account. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

export const periodDays = [7, 30, 90, 365] as const

export interface Filters {
  channel: UsageChannel | undefined
  assistant: number | undefined
  campaign: number | undefined
  /** Undefined if the days are chosen one by one. */
  days: (typeof periodDays)[number] | undefined
  from: string
  to: string
}

type Search = Partial<Record<'tab' | 'from' | 'to' | 'channel' | 'by' | 'kind', string>> &
  Partial<Record<'days' | 'assistant' | 'campaign', number>>

/** `today` is the current day of the account. */
export function useFilters(today: string): Filters {
  const search = useSearch({ from: '/usage' })
  const { from, to } = search
  const isCustom = from !== undefined && to !== undefined
  const days = isCustom ? undefined : (periodDays.find((each) => each === search.days) ?? 30)
  return {
    channel: channels.find((each) => each === search.channel),
    assistant: search.assistant,
    campaign: search.campaign,
    days,
    from: isCustom ? from : addDays(today, 1 - (days ?? 30)),
    to: isCustom ? to : today,
  }
}

/** As the endpoints of usage and transactions name them. */
export const inputOf = ({ channel, assistant, campaign, from, to }: Filters) => ({
  ...(channel && { channel }),
  ...(assistant !== undefined && { assistant_id: assistant }),
  ...(campaign !== undefined && { campaign_id: campaign }),
  date_from: from,
  date_to: to,
})

/** Changes parts of the address; `undefined` removes them. */
export function useSetSearch(): (next: { [N in keyof Search]?: Search[N] | undefined }) => void {
  const navigate = useNavigate({ from: '/usage' })
  return (next) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false })
}
