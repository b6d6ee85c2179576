// The transcript of a running call with the words that are being spoken or played, for customers who read along.
import type { CallRecord, TranscriptEntry } from './call-record.ts'
import type { Speech } from './speech.ts'

/** The last entry contains the words of a turn that is not complete, which can still change. */
export function liveTranscript(
  { transcript, sinceStart }: CallRecord,
  speech: Pick<Speech, 'recordHeard'>,
  /** The words of the customer's current turn. */
  text: string,
): TranscriptEntry[] {
  speech.recordHeard()
  const spoken = transcript.filter((entry) => entry.text !== '')
  if (text !== '') spoken.push({ speaker: 'customer', text, atMs: sinceStart() })
  return spoken
}
