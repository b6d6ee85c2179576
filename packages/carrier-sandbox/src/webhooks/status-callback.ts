// Builds the status callback of a message.
import { masked } from '../core/addresses.ts'
import { errorMessage } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import { findFault } from '../core/faults.ts'
import { findSender, isFinal, type Message, type MessageStatus } from '../core/state.ts'
import type { OutgoingWebhook } from '../core/webhook.ts'

/** Returns undefined if no callback URL is set. */
export function statusCallbackOf(context: SandboxContext, message: Message): OutgoingWebhook | undefined {
  const url = message.statusCallback ?? serviceUrl(context, message) ?? senderUrl(context, message)
  if (!url) return undefined
  const form = message.channel === 'whatsapp' ? whatsAppFields(context, message) : smsFields(context, message)
  if (findFault(message.faults, 'no-event-type')) delete form['EventType']
  if (findFault(message.faults, 'unknown-field')) form['NewFieldOfTomorrow'] = 'x y+z&é'
  return { kind: 'status', url, method: 'POST', form, messageSid: message.sid }
}

function smsFields({ accountSid }: SandboxContext, message: Message): Record<string, string> {
  const isOver = isFinal(message.status)
  return {
    ...(isOver && { RawDlrDoneDate: dlrDate(message.updatedAtMs) }),
    ...(message.errorCode !== null && { ErrorCode: String(message.errorCode) }),
    ...common(message, accountSid),
  }
}

function whatsAppFields(context: SandboxContext, message: Message): Record<string, string> {
  const sender = findSender(context, message.from)
  const eventType = eventTypes[message.status]
  return {
    ...common(message, context.accountSid),
    ChannelToAddress: masked(message.to),
    ChannelPrefix: 'whatsapp',
    ...(sender && { ChannelInstallSid: sender.sid }),
    ...(message.status === 'sent' && { StructuredMessage: message.contentSid ? 'true' : 'false' }),
    ...(eventType && { EventType: eventType }),
    ...(message.errorCode !== null && {
      ErrorCode: String(message.errorCode),
      ErrorMessage: errorMessage(message.errorCode)!,
      ChannelStatusMessage: errorMessage(message.errorCode)!,
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

function serviceUrl({ state }: SandboxContext, { serviceSid }: Message): string | null | undefined {
  return serviceSid ? state.services.get(serviceSid)?.statusCallbackUrl : undefined
}

function senderUrl(context: SandboxContext, message: Message): string | undefined {
  const url = findSender(context, message.from)?.webhook['status_callback_url']
  return typeof url === 'string' && url !== '' ? url : undefined
}

/** `yyMMddHHmm` */
function dlrDate(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\D/g, '').slice(2, 12)
}
