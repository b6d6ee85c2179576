// Converts the transcript of a call to the fields of the API and the webhook.
import { dateToIsoMicros, toDate } from '#server/platform/time/timestamps.ts'
import type { Call } from '../call/call.ts'
import type { StoredEntry } from '../call/store.ts'

const senders = { assistant: 'bot', customer: 'human', agent: 'agent', whisper: 'agent' } as const
const names = { assistant: 'AI', customer: 'Customer', agent: 'Agent', whisper: '' } as const

/** Includes what people of the account have whispered. */
export function presentTranscript({ answeredAt, createdAt }: Call, transcript: readonly StoredEntry[]) {
  const since = toDate(answeredAt ?? createdAt).getTime()
  return transcript.map(({ speaker, text, atMs }) => ({
    text,
    type: speaker === 'whisper' ? ('whisper' as const) : ('transcript' as const),
    sender: senders[speaker],
    timestamp: dateToIsoMicros(new Date(since + atMs)),
  }))
}

/** Without whispers. */
export const presentSpoken = (call: Call, transcript: readonly StoredEntry[]) =>
  presentTranscript(call, transcript.filter(isSpoken)).map((entry) => ({ ...entry, type: 'transcript' as const }))

/** One line for each entry, without whispers. */
export const formatTranscript = (transcript: readonly StoredEntry[]): string =>
  transcript
    .filter(isSpoken)
    .map(({ speaker, text }) => `${names[speaker]}: ${text}`)
    .join('\n')

const isSpoken = ({ speaker }: StoredEntry): boolean => speaker !== 'whisper'
