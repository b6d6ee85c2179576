// Parses Twilio's webhooks of calls. Readers return undefined for a form of another kind.
import { isE164 } from '@parley/rules'
import type { Form } from '#server/platform/http/bodies/form-body.ts'
import type { AgentDecision, CallUpdate, InboundCall, MachineDetection } from '#server/ports/voice-carrier.ts'
import { addressIn, countOf, durationOf, numberOf, oneOf } from '../rest/json.ts'
import { faultOf } from '../rest/meaning.ts'
import { toAnsweredBy, toCallStatus } from './call-statuses.ts'

/** What `From` contains if the caller hides the number: words as they are pressed on the keys of a telephone. */
const hiddenNumbers: ReadonlySet<string> = new Set([
  '+266696687', // ANONYMOUS
  '+2562533', // BLOCKED
  '+7378742833', // RESTRICTED
  '+86282452253', // UNAVAILABLE
  '+8656696', // UNKNOWN
])

/**
 * Undefined also for calls to SIP addresses and clients, which have no number.
 * https://www.twilio.com/docs/voice/twiml#request-parameters
 */
export function readInboundCall(form: Form): InboundCall | undefined {
  const ids = readIds(form)
  const to = oneOf(form, 'To')
  if (!ids || to === null || !isE164(to)) return undefined
  const direction = oneOf(form, 'Direction') ?? 'inbound'
  if (direction !== 'inbound' || isStatusCallback(form) || oneOf(form, 'DialCallStatus') !== null) return undefined
  const from = addressIn(form, 'From')
  const isHidden = from === null || hiddenNumbers.has(from)
  return { ...ids, from: isHidden ? 'anonymous' : from, to, forwardedFrom: addressIn(form, 'ForwardedFrom') }
}

export function readCallUpdate(form: Form): CallUpdate | undefined {
  const ids = readIds(form)
  const word = oneOf(form, 'CallStatus')
  if (!ids || word === null || oneOf(form, 'DialCallStatus') !== null) return undefined
  return {
    ...ids,
    status: toCallStatus(word),
    sequence: countOf(oneOf(form, 'SequenceNumber')),
    durationSeconds: durationOf(oneOf(form, 'CallDuration')),
    sipCode: numberOf(oneOf(form, 'SipResponseCode')) ?? null,
    ...faultOf(numberOf(oneOf(form, 'ErrorCode')), oneOf(form, 'ErrorMessage')),
  }
}

/** A status callback can contain `AnsweredBy`, too, but not the duration of the detection. */
export function readMachineDetection(form: Form): MachineDetection | undefined {
  const ids = readIds(form)
  const word = oneOf(form, 'AnsweredBy')
  if (!ids || word === null) return undefined
  if (oneOf(form, 'CallStatus') !== null && oneOf(form, 'MachineDetectionDuration') === null) return undefined
  return { ...ids, answeredBy: toAnsweredBy(word), greetingEnded: word.toLowerCase().startsWith('machine_end') }
}

/** https://www.twilio.com/docs/voice/twiml/gather#action */
export function readDecision(form: Form): AgentDecision | undefined {
  const ids = readIds(form)
  return ids && { ...ids, key: oneOf(form, 'Digits') ?? undefined }
}

function isStatusCallback(form: Form): boolean {
  return oneOf(form, 'CallbackSource') !== null || oneOf(form, 'SequenceNumber') !== null
}

function readIds(form: Form): { externalId: string; carrierAccountId: string } | undefined {
  const sid = oneOf(form, 'CallSid')
  const accountSid = oneOf(form, 'AccountSid')
  if (sid === null || !/^CA[0-9a-f]{32}$/i.test(sid)) return undefined
  return accountSid !== null && /^AC[0-9a-f]{32}$/i.test(accountSid)
    ? { externalId: sid, carrierAccountId: accountSid }
    : undefined
}
