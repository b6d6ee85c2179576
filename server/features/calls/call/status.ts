// The statuses of a call, why it ended, and how the carrier's statuses map to them.
import type { z } from 'zod'
import { type callStatus, type endedReason, type finalStatuses, openStatuses } from '#contract/calls/call-fields.ts'
import type { CallStatus as CarrierCallStatus } from '#server/ports/voice-carrier.ts'

export type OpenStatus = (typeof openStatuses)[number]
export type CallStatus = z.infer<typeof callStatus>

/** `statusAfter` is the status if the assistant and the customer were connected, `statusBefore` otherwise. */
const reasons = {
  caller_hung_up: { statusAfter: 'ended_by_customer', statusBefore: 'no-answer', text: 'The customer hung up.' },
  assistant_ended: { statusAfter: 'ended_by_assistant', statusBefore: 'failed', text: 'The assistant ended the call.' },
  agent_ended: {
    statusAfter: 'ended_by_assistant',
    statusBefore: 'failed',
    text: 'A person of the account ended the call.',
  },
  silence: { statusAfter: 'completed', statusBefore: 'no-answer', text: 'The customer did not say anything.' },
  max_duration: { statusAfter: 'completed', statusBefore: 'failed', text: 'The maximum duration was reached.' },
  voicemail: { statusAfter: 'completed', statusBefore: 'no-answer', text: 'An answering machine answered.' },
  transferred: {
    statusAfter: 'completed',
    statusBefore: 'failed',
    text: 'The customer was connected to another phone number.',
  },
  transfer_failed: {
    statusAfter: 'ended_by_assistant',
    statusBefore: 'failed',
    text: 'The customer could not be connected to another phone number, so the assistant ended the call.',
  },
  busy: { statusAfter: 'busy', statusBefore: 'busy', text: 'The number was busy.' },
  no_answer: { statusAfter: 'no-answer', statusBefore: 'no-answer', text: 'The call was not answered.' },
  circuits_busy: {
    statusAfter: 'failed',
    statusBefore: 'failed',
    text: 'An announcement said that the network was busy.',
  },
  rejected: { statusAfter: 'failed', statusBefore: 'failed', text: 'The carrier rejected the call.' },
  mailbox_full: {
    statusAfter: 'completed',
    statusBefore: 'no-answer',
    text: 'The mailbox of the customer takes no messages.',
  },
  calls_refused: {
    statusAfter: 'failed',
    statusBefore: 'failed',
    text: 'An announcement said that the number does not accept the call.',
  },
  number_unavailable: {
    statusAfter: 'failed',
    statusBefore: 'failed',
    text: 'The number is not in service.',
  },
  canceled: { statusAfter: 'ended', statusBefore: 'failed', text: 'The call was canceled before it was answered.' },
  carrier_failed: { statusAfter: 'ended', statusBefore: 'failed', text: 'The carrier could not connect the call.' },
  media_failed: { statusAfter: 'ended', statusBefore: 'failed', text: 'The audio connection failed.' },
  recognition_failed: { statusAfter: 'ended', statusBefore: 'failed', text: 'Speech recognition failed.' },
  synthesis_failed: { statusAfter: 'ended', statusBefore: 'failed', text: 'Speech synthesis failed.' },
  model_failed: { statusAfter: 'ended', statusBefore: 'failed', text: 'The language model failed.' },
  internal_error: { statusAfter: 'ended', statusBefore: 'failed', text: 'An internal error ended the call.' },
  process_died: { statusAfter: 'ended', statusBefore: 'failed', text: 'The server process that ran the call ended.' },
} as const satisfies Record<
  EndedReason,
  {
    statusAfter: (typeof finalStatuses)[number]
    statusBefore: (typeof finalStatuses)[number]
    text: string
  }
>

export type EndedReason = z.infer<typeof endedReason>

export const finalStatusOf = (reason: EndedReason, wasConnected: boolean) =>
  reasons[reason][wasConnected ? 'statusAfter' : 'statusBefore']

export const explainReason = (reason: EndedReason): string => reasons[reason].text

/** The customer and the assistant were connected. */
export const isCompleted = (status: CallStatus): boolean =>
  ['ended', 'completed', 'ended_by_customer', 'ended_by_assistant'].includes(status)

/** An open status only advances in this order. */
export function openStatusOf(status: CarrierCallStatus): OpenStatus | undefined {
  if (status === 'queued' || status === 'initiated') return 'initiated'
  return status === 'ringing' || status === 'in-progress' ? status : undefined
}

/** Returns the statuses that `status` may replace. */
export const statusesBefore = (status: OpenStatus): readonly OpenStatus[] =>
  openStatuses.slice(0, openStatuses.indexOf(status))

/** SIP responses of networks that do not know the number (RFC 3261, section 21). */
const unknownNumber = [404, 410, 484, 604]

/** Why a call ended that never had a media connection; undefined if the carrier's status is not final. */
export function unconnectedReason(
  { status, sipCode }: { status: CarrierCallStatus; sipCode: number | null },
  isInbound: boolean,
): EndedReason | undefined {
  if (status === 'busy') return 'busy'
  if (status === 'no-answer') return 'no_answer'
  if (status === 'canceled') return isInbound ? 'caller_hung_up' : 'canceled'
  if (status === 'failed')
    return sipCode !== null && unknownNumber.includes(sipCode) ? 'number_unavailable' : 'carrier_failed'
  return status === 'completed' ? 'media_failed' : undefined
}
