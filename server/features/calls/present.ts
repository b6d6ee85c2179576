// Converts calls to the fields of the API.

import type { calls } from '#contract/calls/calls.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { presentSettings } from '#server/features/assistants/index.ts'
import { presentUsd } from '#server/features/billing/index.ts'
import type { WebhookResponse } from '#server/features/webhooks/index.ts'
import { toApi } from '#server/platform/http/replies/api-names.ts'
import { toIsoMicros, toLocalTime } from '#server/platform/time/timestamps.ts'
import type { latencySteps } from '#server/voice/engine/call-record.ts'
import { sourceOfSyntheticVoice } from '#server/voice/wav-header.ts'
import type { Call } from './call/call.ts'
import { summarizeLatency, turnsOf } from './call/latency.ts'
import { presentTranscript } from './ending/present-transcript.ts'
import type { Explanation } from './explain-call.ts'
import type { CallParts } from './list-calls.ts'
import { presentInteraction } from './present-interaction.ts'

export function presentCall(call: Call, parts: CallParts): ReplyOf<typeof calls.get> {
  const { callbackToken: _token, assistant, ...shown } = call
  const { transcript, webhookResponse, recordingUrl, campaignName, timeZone } = parts
  return {
    ...toApi(shown, (at) => toLocalTime(at, timeZone)),
    assistant_name: assistant.name,
    campaign_name: campaignName,
    from_visitor: call.visitorDay !== null,
    duration: call.durationSeconds ?? 0,
    assistant_phone_number: call.assistantPhone,
    client_phone_number: call.clientPhone,
    transcript: presentTranscript(call, transcript),
    evaluation: call.evaluation ?? [],
    webhook_response: webhookResponse ? presentResponse(webhookResponse, timeZone) : null,
    carrier_cost: presentUsd(call.carrierCostMicros),
    total_cost: presentUsd(call.costMicros),
    recording_url: recordingUrl,
    synthetic_voice: recordingUrl === null ? null : { channel: 'right', digital_source_type: sourceOfSyntheticVoice },
    latency: presentLatency(call),
    interaction: call.interaction && presentInteraction(call.interaction),
  }
}

const presentResponse = ({ status, statusCode, error, response, at }: WebhookResponse, timeZone: string) => ({
  status,
  status_code: statusCode,
  error,
  body: response,
  received_at: toLocalTime(at, timeZone),
})

function presentLatency(call: Call) {
  const turns = turnsOf(call)
  const summary = summarizeLatency(turns)
  return {
    ...presentSteps((step) => summary[step]),
    turns: turns.map((turn) => ({ at_ms: turn.atMs, ...presentSteps((step) => turn[step] ?? null) })),
  }
}

const presentSteps = <T>(stepOf: (step: (typeof latencySteps)[number]) => T) => ({
  recognized_ms: stepOf('recognizedMs'),
  decided_ms: stepOf('decidedMs'),
  first_token_ms: stepOf('firstTokenMs'),
  first_audio_ms: stepOf('firstAudioMs'),
  first_audio_sent_ms: stepOf('firstAudioSentMs'),
  heard_ms: stepOf('heardMs'),
  retrieval_ms: stepOf('retrievalMs'),
})

export function presentExplanation({ call, summary, events, states }: Explanation): ReplyOf<typeof calls.explain> {
  return {
    id: call.id,
    status: call.status,
    ended_reason: call.endedReason,
    answerer: call.answerer,
    summary,
    timeline: events.map(({ at, offsetMs, type, text, detail }) => {
      return { at: toIsoMicros(at), offset_ms: offsetMs, type, text, detail }
    }),
    latency: presentLatency(call),
    interaction: call.interaction && presentInteraction(call.interaction),
    states: states.map(({ offsetMs, customer, interruption }) => ({ offset_ms: offsetMs, customer, interruption })),
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
