// Endpoints of the ledger: what the account has spent and was given, and its usage.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import {
  assistantId,
  cursorPage,
  cursorQuery,
  day,
  dayFilters,
  id,
  isoMicros,
  pageQuery,
  requiredText,
  text,
  webUrl,
} from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { ofRecord } from '../wire/records.ts'

export const entryKind = z
  .enum([
    'top-up',
    'adjustment',
    'call',
    'call-transfer',
    'widget-message',
    'api-message',
    'chatapp-message',
    'chatapp-refund',
    'sms-message',
    'sms-refund',
    'ai-step',
  ])
  .meta({
    id: 'TransactionKind',
    description:
      '`top-up` and `adjustment` are made by the operator. A refund pays back a message that was charged and then failed.',
  })
export type EntryKind = z.output<typeof entryKind>

export const usageChannel = z.enum(['call', 'widget', 'api', 'chatapp', 'sms', 'automation'])
export type UsageChannel = z.output<typeof usageChannel>

const channel = usageChannel.meta({ description: 'Where the money was spent.' })

const unit = z.enum(['minutes', 'credits']).meta({
  description: 'The unit of the account: minutes for a direct account, credits for a tenant.',
})

const quantities = {
  calls: z.int().meta({ description: 'Calls with talk time.' }),
  minutes: z.number().meta({ description: 'The talk time of assistants in calls, rounded to two decimals.' }),
  messages: z.int().meta({
    description: 'Answers in the widget and through the API, and messages of the chat app and SMS that were sent.',
  }),
  segments: z.int().meta({ description: 'Segments of SMS.' }),
  ai_steps: z.int().meta({ description: 'Steps of automations that asked a language model.' }),
}

export const transaction = z
  .object({
    id,
    kind: entryKind,
    description: z.string().meta({ description: 'In English.', example: 'Call of 2 min 5 s' }),
    amount_usd: z.number().meta({ description: 'In US dollars; negative if it was spent.', example: -0.25 }),
    balance_after_usd: z.number(),
    amount: z.number().meta({ description: 'In the unit of the account, at its current price.', example: -2.5 }),
    balance_after: z.number(),
    unit,
    channel: channel.nullable().meta({ description: 'Null for top-ups and adjustments.' }),
    assistant_id: id.nullable().meta({
      description: 'The assistant, campaign, call, conversation, message and automation may have been deleted.',
    }),
    campaign_id: id.nullable(),
    call_id: id.nullable(),
    conversation_id: personal(
      'conversation',
      z.uuid().nullable().meta({ description: 'Null also after the conversation was deleted.' }),
    ),
    message_id: id.nullable().meta({ description: 'The id of the SMS, or the `whatsapp_message_id` of the message.' }),
    automation_id: z.string().nullable(),
    member_id: id.nullable().meta({ description: 'The member of the account who caused it, if that is known.' }),
    calls: quantities.calls,
    minutes: quantities.minutes,
    messages: quantities.messages,
    segments: quantities.segments,
    ai_steps: quantities.ai_steps,
    reference: personal(
      'conversation',
      z.string().meta({ description: 'Unique in the account.', example: 'invoice 2026-117' }),
    ),
    note: z.string().nullable().meta({ description: 'Why the operator changed the balance.' }),
    author: z.string().nullable().meta({ description: 'Who changed the balance.' }),
    created_at: isoMicros,
  })
  .meta({ id: 'Transaction' })

const groups = ['day', 'channel', 'assistant', 'campaign', 'member'] as const
export type UsageGroup = (typeof groups)[number]

const usage = z
  .object({
    day: day.nullable().meta({ description: 'In the time zone of the account, when the money was spent.' }),
    channel: channel.nullable(),
    assistant_id: id.nullable(),
    campaign_id: id.nullable(),
    member_id: id.nullable(),
    ...quantities,
    cost_usd: z.number().meta({ description: 'In US dollars.' }),
    cost: z.number().meta({ description: 'In the unit of the account, at its current price.' }),
  })
  .meta({ id: 'Usage' })

/** The longest period of one request. */
export const maxUsageDays = 400
/** The most rows of one reply. */
export const maxUsageRows = 10_000

const filters = {
  channel: channel.optional(),
  assistant_id: assistantId.optional(),
  campaign_id: id.optional(),
  ...dayFilters,
}

/** The most thresholds and addresses of the alerts of one account. */
const maxAlertItems = 10

const thresholdUsd = z
  .number()
  .min(0.01)
  .max(1e9)
  .meta({ description: 'Rounded to millionths of a dollar.', example: 10 })

const balanceAlerts = z
  .object({
    thresholds: z.array(
      z.object({
        threshold_usd: z.number(),
        is_below: z.boolean().meta({ description: 'The balance has fallen below it and has not reached it again.' }),
        crossed_at: isoMicros.nullable().meta({ description: 'Null unless `is_below`.' }),
      }),
    ),
    webhook_url: personal('url', z.string().nullable()),
    emails: z.array(z.string()),
    can_send_mail: z.boolean().meta({ description: 'False if the operator has not configured a mail server.' }),
  })
  .meta({ id: 'BalanceAlerts' })

const ofAccount = ofRecord('ACCOUNT_NOT_FOUND', 'Account not found.')

export const billing = {
  listTransactions: endpoint('GET', '/api/user/transactions', {
    summary: 'List transactions',
    description:
      'Returns the entries of the ledger, newest first: everything that changed the balance. A hold is not an entry, because nothing is spent yet. `date_from` and `date_to` are inclusive days in the time zone of the account. Use `page`, or pass `next_cursor` or `prev_cursor` of a reply as `cursor`: cursors are stable while new entries arrive. With `format=csv` or `Accept: text/csv`, returns all entries that match as a CSV file; text that a spreadsheet would read as a formula begins with an apostrophe there.',
    query: z.object({
      kind: entryKind.optional(),
      ...filters,
      reference: text(255).optional().meta({ description: 'Matches `reference` exactly.' }),
      ...pageQuery({ default: 15, max: 100 }),
      ...cursorQuery,
      format: z.enum(['json', 'csv']).optional().meta({ description: 'Takes precedence over `Accept`.' }),
    }),
    reply: cursorPage(transaction),
    otherContentType: 'text/csv',
  }),

  getUsage: endpoint('GET', '/api/user/usage', {
    summary: 'Get the usage',
    description: `Returns sums of what the account has spent. A refund counts as negative usage on its own day, so the cost of a day is the sum of its transactions. Only what was charged is counted: operations whose price is 0 are not. Without dates, the last 30 days; at most ${maxUsageDays} days and ${maxUsageRows.toLocaleString('en')} rows.`,
    query: z.object({
      group_by: z
        .string()
        .regex(/^(?:day|channel|assistant|campaign|member)(?:,(?:day|channel|assistant|campaign|member)){0,4}$/)
        .default('day')
        .meta({
          description: `One or more of ${groups.map((name) => `\`${name}\``).join(', ')}, separated by commas. Fields that are not grouped by are null.`,
          example: 'day,channel',
        }),
      ...filters,
    }),
    reply: z.object({
      date_from: day,
      date_to: day,
      time_zone: z.string().meta({ example: 'Europe/Paris' }),
      unit,
      balance: z.object({
        usd: z.number().meta({ description: 'Without amounts on hold.', example: 100 }),
        talk_seconds: z.int().nullable().meta({
          description:
            'The length of calls that the balance pays for, at the price of calls through the carrier account of the installation. Null if they cost nothing.',
        }),
      }),
      data: z.array(usage),
      total: usage.meta({ description: 'The sums of all rows.' }),
    }),
    refusals: {
      TOO_MANY_ROWS: {
        status: 422,
        message: 'The usage has too many rows. Choose fewer days, a filter or fewer groups.',
      },
    },
  }),

  changeBalance: endpoint('POST', '/api/operator/accounts/{id}/balance-changes', {
    summary: 'Change the balance of an account',
    description:
      'Books a top-up or an adjustment, which the account sees as a transaction with the name of the operator. A reference is booked once, so a request can be repeated.',
    auth: 'operator',
    audit: 'action',
    ...ofAccount,
    body: z.object({
      kind: z.enum(['top-up', 'adjustment']),
      amount_usd: z.number().min(-1e9).max(1e9).meta({
        description: 'At least a millionth of a dollar. An adjustment can be negative, but leaves the amounts on hold.',
        example: 25,
      }),
      reference: requiredText(200).meta({ example: 'invoice 2026-117' }),
      note: requiredText(500).optional().meta({ description: 'Why. The account can see it.' }),
    }),
    reply: z.object({ balance_usd: z.number() }),
    refusals: {
      ...ofAccount.refusals,
      INSUFFICIENT_BALANCE: {
        status: 400,
        message: 'The available balance (without holds) is lower than this amount.',
      },
      REFERENCE_TAKEN: { status: 400, message: 'The reference was used for another amount.' },
    },
  }),

  getBalanceAlerts: endpoint('GET', '/api/user/balance-alerts', {
    access: 'edit',
    summary: 'Get the balance alerts',
    description: 'Returns at which balances the account is alerted, and how.',
    reply: balanceAlerts,
  }),

  setBalanceAlerts: endpoint('PUT', '/api/user/balance-alerts', {
    summary: 'Set the balance alerts',
    description:
      'Replaces all settings. When a charge lets the balance fall below a threshold, a `balance.low` webhook is sent to the URL and a mail to each address, once until the balance has reached the threshold again. A threshold that is already above the balance is not reported. Money on hold is not spent yet, so a hold does not cause an alert.',
    body: z.object({
      thresholds_usd: z
        .array(thresholdUsd)
        .max(maxAlertItems)
        .meta({ example: [10, 50] }),
      webhook_url: webUrl.nullable().optional(),
      emails: z.array(z.email().max(254)).max(maxAlertItems).optional(),
    }),
    reply: balanceAlerts,
  }),
}
