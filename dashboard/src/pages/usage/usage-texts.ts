// The names of channels and kinds of transactions.
import type { EntryKind, UsageChannel } from '#contract/account/billing.ts'
import type { ReplyFrom } from '../../api/query.ts'
import { textsOf } from '../../i18n/locale.tsx'

export type UsageReply = ReplyFrom<'billing', 'getUsage'>
export type UsageRow = UsageReply['data'][number]

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
