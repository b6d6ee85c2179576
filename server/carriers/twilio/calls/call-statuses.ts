// Maps the words of the carrier for calls to those of the port.
import type { AnsweredBy, CallStatus } from '#server/ports/voice-carrier.ts'

const statuses: ReadonlySet<string> = new Set<CallStatus>([
  'queued',
  'initiated',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'failed',
  'no-answer',
  'canceled',
])

export function toCallStatus(word: string | null): CallStatus {
  const known = (word ?? '').toLowerCase()
  // The name of the event, which some compatible carriers send as the status.
  if (known === 'answered') return 'in-progress'
  return statuses.has(known) ? (known as CallStatus) : 'unknown'
}

/** https://www.twilio.com/docs/voice/answering-machine-detection */
export function toAnsweredBy(word: string): AnsweredBy {
  const known = word.toLowerCase()
  if (known === 'human' || known === 'fax') return known
  return known.startsWith('machine_') ? 'machine' : 'unknown'
}
