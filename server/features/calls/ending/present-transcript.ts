// Converts the transcript of a call to the fields of the API and the webhook.
import { dateToIsoMicros, toDate } from '#server/platform/time/timestamps.ts'
import type { Call } from '../call/call.ts'
import type { StoredEntry } from '../call/store.ts'

export function presentTranscript({ answeredAt, createdAt }: Call, transcript: readonly StoredEntry[]) {
  const since = toDate(answeredAt ?? createdAt).getTime()
  return transcript.map(({ speaker, text, atMs }) => ({
    text,
    type: 'transcript' as const,
    sender: speaker === 'assistant' ? ('bot' as const) : ('human' as const),
    timestamp: dateToIsoMicros(new Date(since + atMs)),
  }))
}

/** One line for each entry. */
export const formatTranscript = (transcript: readonly StoredEntry[]): string =>
  transcript.map(({ speaker, text }) => `${speaker === 'assistant' ? 'AI' : 'Customer'}: ${text}`).join('\n')
