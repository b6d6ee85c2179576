// Converts calls to the fields of the API.
import type { calls } from '#contract/calls.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { presentSettings } from '#server/features/assistants/index.ts'
import { presentUsd } from '#server/features/billing/index.ts'
import type { WebhookResponse } from '#server/features/webhooks/index.ts'
import { toIsoMicros, toLocalTime } from '#server/platform/time/timestamps.ts'
import type { Call, TurnLatency } from './call/call.ts'
import { summarizeLatency } from './call/latency.ts'
import { presentTranscript } from './ending/present-transcript.ts'
import type { Explanation } from './explain-call.ts'
import type { CallParts } from './list-calls.ts'

export function presentCall(call: Call, parts: CallParts): ReplyOf<typeof calls.get> {
  const { transcript, webhookResponse, recordingUrl, timeZone } = parts
  return {
    id: call.id,
    assistant_id: call.assistantId,
    assistant_name: call.assistant.name,
    campaign_id: null,
    campaign_name: null,
    type: call.type,
    duration: call.durationSeconds ?? 0,
    assistant_phone_number: call.assistantPhone,
    client_phone_number: call.clientPhone,
    status: call.status,
    ended_reason: call.endedReason,
    transcript: presentTranscript(call, transcript),
    variables: call.variables,
    evaluation: call.evaluation ?? [],
    webhook_response: webhookResponse ? presentResponse(webhookResponse, timeZone) : null,
    carrier_cost: presentUsd(call.carrierCostMicros),
    total_cost: presentUsd(call.costMicros),
    answered_by: call.answeredBy,
    recording_url: recordingUrl,
    latency: presentLatency(call.latency),
    created_at: toLocalTime(call.createdAt, timeZone),
    updated_at: toLocalTime(call.updatedAt, timeZone),
  }
}

const presentResponse = ({ status, statusCode, error, response, at }: WebhookResponse, timeZone: string) => ({
  status,
  status_code: statusCode,
  error,
  body: response,
  received_at: toLocalTime(at, timeZone),
})

function presentLatency(turns: readonly TurnLatency[]) {
  const { recognizedMs, decidedMs, firstTokenMs, firstAudioMs, heardMs, retrievalMs } = summarizeLatency(turns)
  return {
    recognized_ms: recognizedMs,
    decided_ms: decidedMs,
    first_token_ms: firstTokenMs,
    first_audio_ms: firstAudioMs,
    heard_ms: heardMs,
    retrieval_ms: retrievalMs,
    turns: turns.map((turn) => ({
      at_ms: turn.atMs,
      recognized_ms: turn.recognizedMs,
      decided_ms: turn.decidedMs,
      first_token_ms: turn.firstTokenMs,
      first_audio_ms: turn.firstAudioMs,
      heard_ms: turn.heardMs,
      // Calls of earlier versions have no value.
      retrieval_ms: turn.retrievalMs ?? null,
    })),
  }
}

export function presentExplanation({ call, summary, events }: Explanation): ReplyOf<typeof calls.explain> {
  return {
    id: call.id,
    status: call.status,
    ended_reason: call.endedReason,
    summary,
    timeline: events.map(({ at, offsetMs, type, text, detail }) => {
      return { at: toIsoMicros(at), offset_ms: offsetMs, type, text, detail }
    }),
    latency: presentLatency(call.latency),
    cost: {
      price_per_minute: presentUsd(call.priceMicros),
      carrier_price_per_minute: presentUsd(call.carrierPriceMicros),
      seconds: call.durationSeconds ?? 0,
      carrier_cost: presentUsd(call.carrierCostMicros),
      total_cost: presentUsd(call.costMicros),
    },
    assistant: presentSettings(call.assistant),
  }
}
