// Builds the payload of the call-ended webhook.
import type { PayloadOf } from '#contract/events/webhook-payloads.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { Call } from '../call/call.ts'
import type { CalledLead } from '../call/campaigns.ts'
import type { StoredEntry } from '../call/store.ts'
import { formatTranscript, presentSpoken } from './present-transcript.ts'
import type { Transfer } from './store-ending.ts'

interface CallParts {
  transcript: readonly StoredEntry[]
  transfers: readonly Transfer[]
  /** Undefined if no campaign made the call, or the lead was deleted. */
  lead: CalledLead | undefined
  /** Undefined if the webhook does not include the recording. */
  recordingUrl: string | null | undefined
}

export function callEndedPayload(
  call: Call,
  { transcript, transfers, lead, recordingUrl }: CallParts,
): PayloadOf<'call.ended'> {
  return {
    id: call.id,
    customer_phone: call.clientPhone,
    assistant_phone: call.assistantPhone,
    duration: call.durationSeconds ?? 0,
    status: call.status,
    ended_reason: call.endedReason,
    answerer: call.answerer,
    opted_out: call.optedOut,
    extracted_variables: Object.fromEntries((call.evaluation ?? []).map(({ name, value }) => [name, value])),
    input_variables: call.variables,
    transcript: presentSpoken(call, transcript),
    formatted_transcript: formatTranscript(transcript),
    ...(recordingUrl !== undefined && { recording_url: recordingUrl }),
    created_at: toIsoMicros(call.createdAt),
    finished_at: toIsoMicros(call.endedAt ?? call.updatedAt),
    lead: lead ? presentLead(lead) : null,
    campaign: lead?.campaign ?? null,
    transfers: transfers.map(presentTransfer),
  }
}

function presentTransfer({ phoneNumber, agentState, answered, durationSeconds, createdAt }: Transfer) {
  const outcome = agentState === 'waiting' ? null : agentState
  return {
    phone_number: phoneNumber,
    // The person has accepted or not long before the talk that follows is over.
    answered: outcome === null ? answered : outcome === 'accepted',
    outcome,
    duration: durationSeconds,
    created_at: toIsoMicros(createdAt),
  }
}

const presentLead = ({
  id,
  phoneNumber,
  variables,
  status,
  callTries,
  campaign,
  createdAt,
  updatedAt,
}: CalledLead) => ({
  id,
  phone_number: phoneNumber,
  variables,
  status,
  call_tries: callTries,
  campaign,
  created_at: toIsoMicros(createdAt),
  updated_at: toIsoMicros(updatedAt),
})
