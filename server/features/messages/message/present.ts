// Maps messages, sessions and receipts to their API representation.
import type { PayloadOf } from '#contract/events/webhook-payloads.ts'
import type { Sender } from '#server/features/senders/index.ts'
import { dateToIsoMicros } from '#server/platform/time/timestamps.ts'
import { deliveryStatusOf, isFailedStatus } from './delivery-status.ts'
import type { Receipt, SentMessage } from './message.ts'
import type { Session } from './window.ts'

const isoOffset = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+00:00`

/** `obstacle` is the reason why a message would be refused even though the window is open. */
export function presentSession(session: Session, obstacle?: string) {
  if (session.state === 'open') {
    const minutes = Math.floor(session.remainingMs / 60_000)
    const left = `${Math.floor(minutes / 60)} hr ${minutes % 60} min`
    return {
      is_open: true,
      can_send_freeform: obstacle === undefined,
      requires_template: false,
      message: obstacle ?? `Session open (${left} remaining). Unlimited free-form messages allowed.`,
      minutes_remaining: minutes,
      expires_at: isoOffset(session.endsAtMs),
    }
  }
  return { is_open: false, can_send_freeform: false, requires_template: true, message: closedMessage(session) }
}

function closedMessage(session: Exclude<Session, { state: 'open' }>): string {
  if (session.state === 'none') return 'No conversation exists with this recipient. Send a template message first.'
  return session.mustReply
    ? "Session expired. The customer has to reply first: the carrier refused a free-form message because it counts only the customer's messages."
    : 'Session expired. Send a template or wait for customer to reply.'
}

/** For an error response. `expired_at` is null if the window was never open. */
export function presentClosedSession(session: Session) {
  const { endedAtMs } = session.state === 'expired' ? session : {}
  return { ...presentSession(session), expired_at: endedAtMs === undefined ? null : isoOffset(endedAtMs) }
}

export function presentSent({ message, conversationUuid }: SentMessage) {
  return {
    success: true,
    conversation_id: message.conversationId!,
    conversation_uuid: conversationUuid!,
    message_id: message.conversationMessageId!,
    whatsapp_message_id: message.id,
    message_sid: message.externalId!,
    status: deliveryStatusOf(message.status),
  }
}

interface ConversationOfReceipt {
  uuid: string
  assistantId: number | null
  assistantUuid: string | undefined
}

export function presentReceipt(
  { head, status, errorCode, errorMessage, reportedAt }: Receipt,
  { sender, conversation, now }: { sender: Sender; conversation: ConversationOfReceipt | undefined; now: Date },
): PayloadOf<'message.status'> {
  const unexplained = errorCode === null ? 'The message was not delivered.' : `The carrier reported error ${errorCode}.`
  return {
    event: 'message_status',
    whatsapp_message_id: head.id,
    message_sid: head.externalId,
    meta_message_id: head.externalId,
    conversation_id: head.conversationId,
    conversation_uuid: conversation?.uuid ?? null,
    assistant_id: conversation?.assistantId ?? null,
    assistant_uuid: conversation?.assistantUuid ?? null,
    sender: { id: sender.id, phone_number: sender.phoneNumber, display_name: sender.displayName },
    to: head.address,
    from: sender.phoneNumber,
    direction: head.direction,
    status,
    error_code: errorCode,
    error_message: errorMessage,
    error_description: isFailedStatus(status) ? (errorMessage ?? unexplained) : null,
    timestamp: dateToIsoMicros(now),
    provider_timestamp: reportedAt && dateToIsoMicros(reportedAt),
  }
}
