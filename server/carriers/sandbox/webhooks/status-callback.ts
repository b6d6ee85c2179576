// The callback that tells how a message fares.
import { masked } from '../core/addresses.ts'
import { errorText } from '../core/carrier-refusal.ts'
import type { Exchange } from '../core/exchange.ts'
import { findFault } from '../core/faults.ts'
import { findSender } from '../core/find-sender.ts'
import { isFinal } from '../core/message-status.ts'
import type { Message, MessageStatus } from '../core/state.ts'
import type { WebhookToPost } from '../core/webhook.ts'

/** Undefined when nobody asked to be told. */
export function statusCallbackOf(exchange: Exchange, message: Message): WebhookToPost | undefined {
  const url = message.statusCallback ?? serviceUrl(exchange, message) ?? senderUrl(exchange, message)
  if (!url) return undefined
  const form = message.channel === 'whatsapp' ? whatsAppFields(exchange, message) : smsFields(exchange, message)
  if (findFault(message.faults, 'no-event-type')) delete form['EventType']
  if (findFault(message.faults, 'unknown-field')) form['NewFieldOfTomorrow'] = 'x y+z&é'
  return { kind: 'status', url, method: 'POST', form, messageSid: message.sid }
}

function smsFields({ accountSid }: Exchange, message: Message): Record<string, string> {
  const isOver = isFinal(message.status)
  return {
    ...(isOver && { RawDlrDoneDate: dlrDate(message.updatedAtMs) }),
    ...(message.errorCode !== null && { ErrorCode: String(message.errorCode) }),
    ...common(message, accountSid),
  }
}

function whatsAppFields(exchange: Exchange, message: Message): Record<string, string> {
  const sender = findSender(exchange, message.from)
  const eventType = eventTypes[message.status]
  return {
    ...common(message, exchange.accountSid),
    ChannelToAddress: masked(message.to),
    ChannelPrefix: 'whatsapp',
    ...(sender && { ChannelInstallSid: sender.sid }),
    ...(message.status === 'sent' && { StructuredMessage: message.contentSid ? 'true' : 'false' }),
    ...(eventType && { EventType: eventType }),
    ...(message.errorCode !== null && {
      ErrorCode: String(message.errorCode),
      ErrorMessage: errorText(message.errorCode)!,
      ChannelStatusMessage: errorText(message.errorCode)!,
    }),
  }
}

function common(message: Message, accountSid: string): Record<string, string> {
  return {
    SmsSid: message.sid,
    SmsStatus: message.status,
    MessageStatus: message.status,
    To: message.to,
    MessageSid: message.sid,
    AccountSid: accountSid,
    From: message.from,
    ApiVersion: '2010-04-01',
    ...(message.serviceSid && { MessagingServiceSid: message.serviceSid }),
  }
}

const eventTypes: Partial<Record<MessageStatus, string>> = {
  delivered: 'DELIVERED',
  read: 'READ',
  undelivered: 'UNDELIVERED',
}

function serviceUrl({ state }: Exchange, { serviceSid }: Message): string | null | undefined {
  return serviceSid ? state.services.get(serviceSid)?.statusCallbackUrl : undefined
}

function senderUrl(exchange: Exchange, message: Message): string | undefined {
  const url = findSender(exchange, message.from)?.webhook['status_callback_url']
  return typeof url === 'string' && url !== '' ? url : undefined
}

/** `yyMMddHHmm`, as the networks write it. */
function dlrDate(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\D/g, '').slice(2, 12)
}
