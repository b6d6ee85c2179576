// Sums what the account has spent, by day, channel, assistant, campaign and member.
import { maxUsageDays, maxUsageRows, type UsageGroup } from '#contract/account/billing.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { InvalidInput, Refusal } from '#server/platform/refusal.ts'
import { selectDays, selectUsage, type UsageFilter, type UsageRow } from './store-usage.ts'

export interface UsageInput extends Omit<UsageFilter, 'dateFrom' | 'dateTo'> {
  groups: ReadonlySet<UsageGroup>
  dateFrom: string | undefined
  dateTo: string | undefined
}

export interface Usage {
  dateFrom: string
  dateTo: string
  rows: UsageRow[]
  total: UsageRow
}

const defaultDays = 30

/** Refuses with `TOO_MANY_ROWS`. Throws `InvalidInput` for a period that is too long or ends before it begins. */
export async function getUsage(
  ctx: AccountContext,
  { groups, dateFrom, dateTo, ...filter }: UsageInput,
): Promise<Usage> {
  const { timeZone, id: accountId } = ctx.account
  const { count, ...range } = await selectDays(ctx.db, { timeZone, dateFrom, dateTo, days: defaultDays })
  if (count < 1) throw new InvalidInput({ date_to: ['The date to must be a date after or equal to date from.'] })
  if (count > maxUsageDays)
    throw new InvalidInput({ date_to: [`The period may not be longer than ${maxUsageDays} days.`] })
  const rows = await selectUsage(ctx.db, accountId, { ...filter, ...range }, { groups, limit: maxUsageRows + 1 })
  if (rows.length > maxUsageRows) throw new Refusal('TOO_MANY_ROWS')
  return { ...range, rows, total: rows.reduce(add, nothing) }
}

const nothing: UsageRow = {
  day: null,
  channel: null,
  assistantId: null,
  campaignId: null,
  memberId: null,
  calls: 0,
  seconds: 0,
  messages: 0,
  segments: 0,
  aiSteps: 0,
  costMicros: 0,
}

const add = (sum: UsageRow, row: UsageRow): UsageRow => ({
  ...sum,
  calls: sum.calls + row.calls,
  seconds: sum.seconds + row.seconds,
  messages: sum.messages + row.messages,
  segments: sum.segments + row.segments,
  aiSteps: sum.aiSteps + row.aiSteps,
  costMicros: sum.costMicros + row.costMicros,
})
