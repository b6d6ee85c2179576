// Converts the transcript of a call to the fields of the API and the webhook.
import { dateToIsoMicros, toDate } from '#server/platform/time/timestamps.ts'
import type { Call } from '../call/call.ts'
import type { StoredEntry } from '../call/store.ts'

const senders = { assistant: 'bot', customer: 'human', agent: 'agent', whisper: 'agent' } as const
const names = { assistant: 'AI', customer: 'Customer', agent: 'Agent', whisper: '' } as const

/** Includes what people of the account have whispered, and the words of interrupted answers that were not heard. */
export function presentTranscript(call: Call, transcript: readonly StoredEntry[]) {
  const present = presenter(call)
  return transcript.map((entry) => ({
    ...present(entry),
    type: entry.speaker === 'whisper' ? ('whisper' as const) : ('transcript' as const),
    ...(entry.unspoken !== null && { unspoken: entry.unspoken }),
  }))
}

/** For webhooks: what both sides have heard. */
export function presentSpoken(call: Call, transcript: readonly StoredEntry[]) {
  const present = presenter(call)
  return transcript.filter(isSpoken).map((entry) => ({ ...present(entry), type: 'transcript' as const }))
}

function presenter({ answeredAt, createdAt }: Call) {
  const since = toDate(answeredAt ?? createdAt).getTime()
  return ({ speaker, text, atMs }: StoredEntry) => ({
    text,
    sender: senders[speaker],
    timestamp: dateToIsoMicros(new Date(since + atMs)),
  })
}

/** One line for each entry, without whispers. */
export const formatTranscript = (transcript: readonly StoredEntry[]): string =>
  transcript
    .filter(isSpoken)
    .map(({ speaker, text }) => `${names[speaker]}: ${text}`)
    .join('\n')

const isSpoken = ({ speaker }: StoredEntry): boolean => speaker !== 'whisper'
