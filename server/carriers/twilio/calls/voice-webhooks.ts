// Parses Twilio's webhooks of calls, and writes the responses to them.
import { isE164 } from '@parley/rules'
import type { WebhookForm } from '#server/platform/security/twilio-signature.ts'
import type { CallUpdate, InboundCall, MachineDetection, VoiceWebhooks } from '#server/ports/voice-carrier.ts'
import { addressIn, countOf, durationOf, numberOf, oneOf } from '../rest/json.ts'
import { toAnsweredBy, toCallStatus } from './call-statuses.ts'
import { connectStream, hangUp, joinConference, rejectCall } from './twiml.ts'

/** https://www.twilio.com/docs/voice/twiml#request-parameters */
export const twilioVoiceWebhooks: VoiceWebhooks = {
  readInboundCall,
  readCallUpdate,
  readMachineDetection,
  readDecision,
  contentType: 'text/xml; charset=utf-8',
  connectMedia: connectStream,
  joinConference,
  rejectCall,
  hangUp,
}

/** Undefined also for calls to SIP addresses and clients, which have no number. */
function readInboundCall(form: WebhookForm): InboundCall | undefined {
  const ids = readIds(form)
  const to = oneOf(form, 'To')
  if (!ids || to === null || !isE164(to)) return undefined
  const direction = oneOf(form, 'Direction') ?? 'inbound'
  if (direction !== 'inbound' || isStatusCallback(form) || oneOf(form, 'DialCallStatus') !== null) return undefined
  return { ...ids, from: addressIn(form, 'From') ?? 'anonymous', to, forwardedFrom: addressIn(form, 'ForwardedFrom') }
}

function readCallUpdate(form: WebhookForm): CallUpdate | undefined {
  const ids = readIds(form)
  const word = oneOf(form, 'CallStatus')
  if (!ids || word === null || oneOf(form, 'DialCallStatus') !== null) return undefined
  return {
    ...ids,
    status: toCallStatus(word),
    sequence: countOf(oneOf(form, 'SequenceNumber')),
    durationSeconds: durationOf(oneOf(form, 'CallDuration')),
    sipCode: numberOf(oneOf(form, 'SipResponseCode')) ?? null,
    errorCode: numberOf(oneOf(form, 'ErrorCode')) ?? null,
    errorMessage: oneOf(form, 'ErrorMessage'),
  }
}

/** A status callback can contain `AnsweredBy`, too, but not the duration of the detection. */
function readMachineDetection(form: WebhookForm): MachineDetection | undefined {
  const ids = readIds(form)
  const word = oneOf(form, 'AnsweredBy')
  if (!ids || word === null) return undefined
  if (oneOf(form, 'CallStatus') !== null && oneOf(form, 'MachineDetectionDuration') === null) return undefined
  return { ...ids, answeredBy: toAnsweredBy(word), greetingEnded: word.toLowerCase().startsWith('machine_end') }
}

/** https://www.twilio.com/docs/voice/twiml/gather#action */
function readDecision(form: WebhookForm): ReturnType<VoiceWebhooks['readDecision']> {
  const ids = readIds(form)
  return ids && { sid: ids.sid, key: oneOf(form, 'Digits') ?? undefined }
}

function isStatusCallback(form: WebhookForm): boolean {
  return oneOf(form, 'CallbackSource') !== null || oneOf(form, 'SequenceNumber') !== null
}

function readIds(form: WebhookForm): { sid: string; accountSid: string } | undefined {
  const sid = oneOf(form, 'CallSid')
  const accountSid = oneOf(form, 'AccountSid')
  if (sid === null || !/^CA[0-9a-f]{32}$/i.test(sid)) return undefined
  return accountSid !== null && /^AC[0-9a-f]{32}$/i.test(accountSid) ? { sid, accountSid } : undefined
}
