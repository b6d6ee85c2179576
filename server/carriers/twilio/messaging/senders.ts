// Lists the chat-app senders of an account, and sets their webhooks.
import { isE164 } from '@parley/rules'
import type { CarrierSender, InboundWebhook, MessageCarrier } from '#server/ports/carrier.ts'
import type { Api } from '../rest/api.ts'
import { type Fields, fieldsOf, listOf, sidOf, textOf } from '../rest/json.ts'
import type { WebhookUrls } from '../webhooks/urls.ts'
import { splitAddress } from './addressing.ts'

type Senders = Pick<MessageCarrier, 'listSenders' | 'inboundUrl' | 'isInboundWebhook' | 'setInboundWebhook'>

export function createSenders(api: Api, urls: WebhookUrls): Senders {
  return {
    inboundUrl: urls.inbound,
    isInboundWebhook: urls.isInbound,
    listSenders: async (account) => {
      const found = await api.list(account, 'messaging', '/v2/Channels/Senders?Channel=whatsapp&PageSize=20', 'senders')
      return found.flatMap(toSender)
    },
    setInboundWebhook: async (account, senderSid) => {
      const path = `/v2/Channels/Senders/${encodeURIComponent(senderSid)}`
      // Sends the whole object back, because the effect of missing fields is not documented.
      const { webhook } = await api.get(account, 'messaging', path)
      const kept = Object.entries(fieldsOf(webhook)).filter(([, value]) => textOf(value) !== null)
      const changed = { ...Object.fromEntries(kept), callback_url: urls.inbound, callback_method: 'POST' }
      await api.postJson(account, 'messaging', path, { webhook: changed })
    },
  }
}

/** Returns no sender for an entry without a number. */
function toSender(fields: Fields): CarrierSender[] {
  const sid = sidOf(fields.sid)
  const phoneNumber = splitAddress(textOf(fields.sender_id) ?? '')?.bare
  if (sid === null || phoneNumber === undefined || !isE164(phoneNumber)) return []
  // Missing while a sender is new or offline.
  const properties = fieldsOf(fields.properties)
  const messagingLimitText = textOf(properties.messaging_limit)
  const rawStatus = textOf(fields.status) ?? ''
  return [
    {
      externalId: sid,
      phoneNumber,
      displayName: textOf(fieldsOf(fields.profile).name),
      rawStatus,
      // A sender can send while its profile is updated.
      online: /^ONLINE(:UPDATING)?$/i.test(rawStatus),
      qualityRating: textOf(properties.quality_rating),
      messagingLimit: parseMessagingLimit(messagingLimitText),
      messagingLimitText,
      voiceCalling: textOf(fieldsOf(fields.configuration).voice_application_sid) !== null,
      offlineReason: reasonIn(fields.offline_reasons),
      inboundWebhook: webhookIn(fields.webhook),
    },
  ]
}

function reasonIn(reasons: unknown): string | null {
  const entries = listOf(reasons).map(fieldsOf)
  const texts = entries.map(({ code, message }) => [textOf(code), textOf(message)].filter(Boolean).join(': '))
  return texts.filter((reason) => reason !== '').join('; ') || null
}

function webhookIn(webhook: unknown): InboundWebhook | null {
  const entries = fieldsOf(webhook)
  if (!('callback_url' in entries)) return null
  const method = textOf(entries['callback_method'])?.toUpperCase() === 'GET' ? 'GET' : 'POST'
  return { url: textOf(entries['callback_url']), method }
}

/** Far above every limit of the carrier, and within the 15 digits that are stored. */
const maxMessagingLimit = 10 ** 12

/** Parses a display text such as `10K Customers/24hr`: the number of customers in 24 hours, `unlimited`, or null for a text without a number. */
export function parseMessagingLimit(text: string | null): number | 'unlimited' | null {
  if (text === null) return null
  if (/unlimited|no\s+limit/i.test(text)) return 'unlimited'
  // Removes the period: `24hr`, `24 hours`, `24-hour`.
  const rest = text.replace(/(?<![\d.,])24[\s_-]*h(?:(?:ou)?rs?)?(?![a-z])/gi, ' ')
  const found = /(?<![\d.,-])(\d{1,3}(?:[.,_\s]\d{3})+|\d+(?:[.,]\d{1,2})?)\s*([km](?![a-z]))?(?!\d)/i.exec(rest)
  if (!found) return null
  const [, digits = '', unit] = found
  const isGrouped = /^\d{1,3}(?:[.,_\s]\d{3})+$/.test(digits)
  const number = Number(isGrouped ? digits.replace(/\D/g, '') : digits.replace(',', '.'))
  const limit = Math.round(number * (unit === undefined ? 1 : unit.toLowerCase() === 'k' ? 1_000 : 1_000_000))
  return limit > 0 && limit <= maxMessagingLimit ? limit : null
}
