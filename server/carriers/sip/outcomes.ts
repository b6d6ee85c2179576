// What the end of a call means, in the terms of Parley.
import type { CallEnd } from '@parley/sip'
import type { CarrierFault, FailureReason } from '#server/ports/carrier.ts'
import type { CallStatus } from '#server/ports/voice-carrier.ts'
import { lineSentences } from './explain.ts'

export interface Outcome extends CarrierFault {
  status: CallStatus
  sipCode: number | null
}

/** Causes of ISDN in the Reason of a final response: the network has no free line, or fails (ITU-T Q.850). */
const networkCauses = new Set([34, 38, 41, 42, 44, 47])

const reasonOf: Readonly<Record<number, FailureReason>> = {
  401: 'unauthorised',
  402: 'account_restricted',
  403: 'account_restricted',
  404: 'invalid_number',
  407: 'unauthorised',
  410: 'invalid_number',
  480: 'overloaded',
  484: 'invalid_number',
  500: 'overloaded',
  502: 'overloaded',
  503: 'overloaded',
  504: 'overloaded',
  604: 'invalid_number',
}

/** Statuses with which the called person, or the phone, does not take the call (RFC 3261, section 21). */
const busy = new Set([486, 600, 603, 607])
const unanswered = new Set([408, 480, 487])

/** What is reported while the call runs. */
export const openOutcome = (status: 'ringing' | 'in-progress'): Outcome => ({ status, ...nothingReported })

const nothingReported = { sipCode: null, failureReason: null, errorCode: null, errorMessage: null }

/** `isCanceled`: this side has ended the call before it was answered. Otherwise, it has canceled it after the ringing time. */
export function outcomeOf(end: CallEnd, isCanceled: boolean): Outcome {
  const { status, reasonPhrase, cause } = end
  const sipCode = status ?? null
  const base = { ...nothingReported, sipCode }
  if (end.wasAnswered) return { ...base, status: 'completed' }
  if (isCanceled) return { ...base, status: 'canceled' }
  if (cause === 'canceled') return { ...base, status: end.by === 'local' ? 'no-answer' : 'canceled' }
  if (cause !== 'rejected' || status === undefined)
    return { ...base, status: 'failed', errorMessage: explanations[cause] ?? lineSentences.notConnected }
  return outcomeOfStatus(status, reasonPhrase, end.reasons)
}

/** A final response that has not connected the call. */
export function outcomeOfStatus(status: number, reasonPhrase = '', reasons: CallEnd['reasons'] = []): Outcome {
  const base = { ...nothingReported, sipCode: status }
  const isOfNetwork = reasons.some((reason) => reason.protocol === 'Q.850' && networkCauses.has(reason.cause ?? 0))
  if (!isOfNetwork && busy.has(status)) return { ...base, status: 'busy' }
  if (!isOfNetwork && unanswered.has(status)) return { ...base, status: 'no-answer' }
  return {
    status: 'failed',
    sipCode: status,
    failureReason: isOfNetwork ? 'overloaded' : (reasonOf[status] ?? 'other'),
    errorCode: status,
    errorMessage: `${status} ${reasonPhrase}`.trim(),
  }
}

const explanations: Partial<Readonly<Record<CallEnd['cause'], string>>> = {
  no_response: lineSentences.notAnswered,
  no_ack: lineSentences.notConfirmed,
  lost: lineSentences.lost,
  stopped: lineSentences.stopped,
}
