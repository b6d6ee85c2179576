// The names of channels and kinds of transactions.
import type { EntryKind, UsageChannel } from '#contract/account/billing.ts'
import type { ReplyFrom } from '../../api/query.ts'
import { textsOf } from '../../i18n/texts.ts'

export type UsageReply = ReplyFrom<'billing', 'getUsage'>
export type UsageRow = UsageReply['data'][number]

export const channelTexts = textsOf('usage', 'channel')

/** From the bottom of a column to its top. */
export const channels = [
  'call',
  'widget',
  'api',
  'chatapp',
  'sms',
  'automation',
] as const satisfies readonly UsageChannel[]

export const kindTexts = textsOf('usage', 'kind')

export const kinds = [
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
] as const satisfies readonly EntryKind[]
