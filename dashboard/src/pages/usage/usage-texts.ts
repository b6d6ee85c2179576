// The names of channels, kinds of transactions and units.
import type { EntryKind, UsageChannel } from '#contract/account/billing.ts'
import type { ReplyFrom } from '../../api/query.ts'
import { type Formats, textsOf, useFormats, useTexts } from '../../i18n/locale.tsx'

export type UsageReply = ReplyFrom<'billing', 'getUsage'>
export type UsageRow = UsageReply['data'][number]
export type Unit = UsageReply['unit']

export const channelTexts = textsOf<Record<UsageChannel, string>>(
  {
    call: 'Calls',
    widget: 'Website chat',
    api: 'API conversations',
    chatapp: 'Chat app',
    sms: 'SMS',
    automation: 'Automations',
  },
  {
    call: 'Anrufe',
    widget: 'Website-Chat',
    api: 'API-Konversationen',
    chatapp: 'Chat-App',
    sms: 'SMS',
    automation: 'Automatisierungen',
  },
)

/** From the bottom of a column to its top. */
export const channels = Object.keys(channelTexts.en) as UsageChannel[]

export const kindTexts = textsOf<Record<EntryKind, string>>(
  {
    'top-up': 'Top-up',
    adjustment: 'Adjustment',
    call: 'Call',
    'call-transfer': 'Transfer of a call',
    'widget-message': 'Website answer',
    'api-message': 'API answer',
    'chatapp-message': 'Chat-app message',
    'chatapp-refund': 'Chat-app refund',
    'sms-message': 'SMS',
    'sms-refund': 'SMS refund',
    'ai-step': 'Automation step',
  },
  {
    'top-up': 'Aufladung',
    adjustment: 'Korrektur',
    call: 'Anruf',
    'call-transfer': 'Weiterleitung eines Anrufs',
    'widget-message': 'Antwort auf der Website',
    'api-message': 'Antwort über die API',
    'chatapp-message': 'Chat-App-Nachricht',
    'chatapp-refund': 'Chat-App-Erstattung',
    'sms-message': 'SMS',
    'sms-refund': 'SMS-Erstattung',
    'ai-step': 'Schritt einer Automatisierung',
  },
)

export const kinds = Object.keys(kindTexts.en) as EntryKind[]

export const unitTexts = textsOf<Record<Unit, { one: string; other: string }>>(
  { minutes: { one: 'minute', other: 'minutes' }, credits: { one: 'credit', other: 'credits' } },
  { minutes: { one: 'Minute', other: 'Minuten' }, credits: { one: 'Guthabenpunkt', other: 'Guthabenpunkte' } },
)

/** Writes an amount with the unit of the account. */
export function useAmounts(): (amount: number, unit: Unit) => string {
  const format: Formats = useFormats()
  const units = useTexts(unitTexts)
  return (amount, unit) => format.count(units[unit], amount)
}
