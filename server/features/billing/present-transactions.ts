// Maps ledger entries, usage and balance alerts to their API representation.
import { type billing, transaction } from '#contract/account/billing.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { isMailConfigured } from '#server/features/mail/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { toApi } from '#server/platform/http/replies/api-names.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { referencePrefix } from './change-balance.ts'
import type { Usage } from './get-usage.ts'
import type { Transaction } from './list-transactions.ts'
import { inUnit, presentUsd, unitOf } from './present.ts'
import type { BalanceAlerts } from './store-alerts.ts'
import type { Entry } from './store-transactions.ts'
import type { UsageRow } from './store-usage.ts'

type Presented = ReplyOf<typeof billing.listTransactions>['data'][number]
type Units = Pick<AccountContext, 'account' | 'settings'>

/** The columns of a CSV file. */
export const transactionColumns = transaction.keyof().options

export function presentTransaction(entry: Transaction, { account, settings }: Units): Presented {
  const amount = (micros: number) => inUnit(account.kind, micros, settings.prices)
  return {
    ...toApi(entry),
    description: describe(entry),
    amount_usd: presentUsd(entry.amountMicros),
    balance_after_usd: presentUsd(entry.balanceAfterMicros),
    amount: amount(entry.amountMicros),
    balance_after: amount(entry.balanceAfterMicros),
    unit: unitOf(account.kind),
    conversation_id: entry.conversationUuid,
    minutes: minutesOf(entry.seconds),
    reference: entry.ref.startsWith(referencePrefix) ? entry.ref.slice(referencePrefix.length) : entry.ref,
  }
}

const descriptions: Record<Entry['kind'], (entry: Entry) => string> = {
  'top-up': () => 'Top-up',
  adjustment: () => 'Adjustment of the balance',
  call: ({ seconds }) => (seconds > 0 ? `Call of ${durationOf(seconds)}` : 'Call'),
  'call-transfer': () => 'Transfer of a call to another phone number',
  'widget-message': () => 'Answer in the widget',
  'api-message': () => 'Answer through the API',
  'chatapp-message': () => 'Message in the chat app',
  'chatapp-refund': () => 'Refund of a message in the chat app that failed',
  'sms-message': ({ segments }) => `SMS of ${segments === 1 ? '1 segment' : `${segments} segments`}`,
  'sms-refund': () => 'Refund of an SMS that failed',
  'ai-step': () => 'Step of an automation that asked a language model',
}

const describe = (entry: Entry): string => descriptions[entry.kind](entry)

function durationOf(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return [minutes > 0 && `${minutes} min`, rest > 0 && `${rest} s`].filter(Boolean).join(' ')
}

const minutesOf = (seconds: number): number => Math.round((seconds * 100) / 60) / 100

export function presentUsage(
  { dateFrom, dateTo, rows, total }: Usage,
  ctx: Units,
): Omit<ReplyOf<typeof billing.getUsage>, 'balance'> {
  const present = (row: UsageRow) => presentUsageRow(row, ctx)
  return {
    date_from: dateFrom,
    date_to: dateTo,
    time_zone: ctx.account.timeZone,
    unit: unitOf(ctx.account.kind),
    data: rows.map(present),
    total: present(total),
  }
}

function presentUsageRow(row: UsageRow, { account, settings }: Units) {
  return {
    ...toApi(row),
    assistant_id: row.assistantId || null,
    campaign_id: row.campaignId || null,
    member_id: row.memberId || null,
    minutes: minutesOf(row.seconds),
    cost_usd: presentUsd(row.costMicros),
    cost: inUnit(account.kind, row.costMicros, settings.prices),
  }
}

export const presentAlerts = (
  { thresholds, webhookUrl, emails }: BalanceAlerts,
  ctx: Pick<AccountContext, 'settings'>,
): ReplyOf<typeof billing.getBalanceAlerts> => ({
  thresholds: thresholds.map(({ micros, crossedAt }) => ({
    threshold_usd: presentUsd(micros),
    is_below: crossedAt !== null,
    crossed_at: crossedAt === null ? null : toIsoMicros(crossedAt),
  })),
  webhook_url: webhookUrl,
  emails,
  can_send_mail: isMailConfigured(ctx),
})
