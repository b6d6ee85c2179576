// Builds the status callbacks of messages, and sends those of messages and calls.

import type { OutgoingWebhook } from '../core/activity-log.ts'
import { numberOf } from '../core/addresses.ts'
import { errorMessage } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import { type Fault, findFault } from '../core/faults.ts'
import { findSender, isFinal, type Message, type MessageStatus } from '../core/state.ts'

/**
 * Sends the callbacks of a message or a call in order, with its faults. `waitsForDelayed`: a promise of a callback that
 * a fault delays resolves after its first attempt, instead of at once.
 */
export function createCallbackQueue(
  { faults: injector, scheduler, sendWebhook }: SandboxContext,
  { faults }: { faults: Fault[] },
  { waitsForDelayed }: { waitsForDelayed: boolean },
) {
  /** Callbacks to send in reverse order. */
  const held: OutgoingWebhook[] = []
  let last = Promise.resolve()

  function send(webhook: OutgoingWebhook): Promise<void> {
    const { copies, delayMs } = injector.takeForCallback()
    const count = copies * (findFault(faults, 'double-callbacks') ? 2 : 1)
    const sendCopies = async () => {
      for (let copy = 0; copy < count; copy++) await sendWebhook(webhook).firstAttempt
    }
    const waitMs = findFault(faults, 'delay-callbacks')?.delayMs ?? delayMs
    if (waitMs > 0) {
      const sent = new Promise<void>((resolve) => scheduler.after(waitMs, () => sendCopies().then(resolve)))
      return waitsForDelayed ? sent : Promise.resolve()
    }
    last = last.then(sendCopies)
    return last
  }

  return {
    send,
    /** Resolves after the first attempt, or at once if the webhook is dropped or held back. */
    async add(webhook: OutgoingWebhook): Promise<void> {
      if (findFault(faults, 'drop-callbacks')) return
      if (findFault(faults, 'reverse-callbacks')) held.push(webhook)
      else await send(webhook)
    },
    takeHeld: () => held.splice(0).reverse(),
  }
}

/** Returns undefined if no callback URL is set. */
export function statusCallbackOf(context: SandboxContext, message: Message): OutgoingWebhook | undefined {
  const service = message.serviceSid ? context.state.services.get(message.serviceSid) : undefined
  const ofSender = findSender(context, message.from)?.webhook['status_callback_url']
  const url = message.statusCallback ?? service?.statusCallbackUrl ?? ofSender
  if (typeof url !== 'string' || url === '') return undefined
  const form = message.channel === 'whatsapp' ? whatsAppFields(context, message) : smsFields(context, message)
  if (findFault(message.faults, 'no-event-type')) delete form['EventType']
  if (findFault(message.faults, 'unknown-field')) form['NewFieldOfTomorrow'] = 'x y+z&é'
  return { kind: 'status', url, method: 'POST', form, messageSid: message.sid }
}

function smsFields({ accountSid }: SandboxContext, message: Message): Record<string, string> {
  // `yyMMddHHmm`
  const doneDate = new Date(message.updatedAtMs).toISOString().replace(/\D/g, '').slice(2, 12)
  return {
    ...(isFinal(message.status) && { RawDlrDoneDate: doneDate }),
    ...(message.errorCode !== null && { ErrorCode: String(message.errorCode) }),
    ...common(message, accountSid),
  }
}

function whatsAppFields(context: SandboxContext, message: Message): Record<string, string> {
  const sender = findSender(context, message.from)
  const eventType = eventTypes[message.status]
  return {
    ...common(message, context.accountSid),
    ChannelToAddress: numberOf(message.to).replace(/\d{4}$/, 'XXXX'),
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
