// Builds the payload of the call-ended webhook.
import type { PayloadOf } from '#contract/webhook-payloads.ts'
import { dateToIsoMicros, type Timestamp, toDate, toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { Call } from '../call/call.ts'
import type { StoredEntry } from '../call/store.ts'
import type { Transfer } from './store-ending.ts'

interface CallParts {
  transcript: readonly StoredEntry[]
  transfers: readonly Transfer[]
  /** Undefined if the webhook does not include the recording. */
  recordingUrl: string | null | undefined
}

export function callEndedPayload(call: Call, { transcript, transfers, recordingUrl }: CallParts): PayloadOf<'call.ended'> {
  return {
    id: call.id,
    customer_phone: call.clientPhone,
    assistant_phone: call.assistantPhone,
    duration: call.durationSeconds ?? 0,
    status: call.status,
    extracted_variables: Object.fromEntries((call.evaluation ?? []).map(({ name, value }) => [name, value])),
    input_variables: call.variables,
    transcript: transcript.map(({ speaker, text, atMs }) => ({
      text,
      type: 'transcript',
      sender: speaker === 'assistant' ? 'bot' : 'human',
      timestamp: spokenAt(call, atMs),
    })),
    formatted_transcript: transcript
      .map(({ speaker, text }) => `${speaker === 'assistant' ? 'AI' : 'Customer'}: ${text}`)
      .join('\n'),
    ...(recordingUrl !== undefined && { recording_url: recordingUrl }),
    created_at: toIsoMicros(call.createdAt),
    finished_at: toIsoMicros(call.endedAt ?? call.updatedAt),
    lead: null,
    transfers: transfers.map(({ phoneNumber, answered, durationSeconds, createdAt }) => ({
      phone_number: phoneNumber,
      answered,
      duration: durationSeconds,
      created_at: toIsoMicros(createdAt),
    })),
  }
}

function spokenAt({ answeredAt, createdAt }: Call, atMs: number): string {
  const since: Timestamp = answeredAt ?? createdAt
  return dateToIsoMicros(new Date(toDate(since).getTime() + atMs))
}
