// Converts tests and runs to the fields of the API.

import type { assistantTests } from '#contract/assistant-tests/assistant-tests.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { presentInteraction } from '#server/features/calls/index.ts'
import { toApi } from '#server/platform/http/replies/api-names.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { type AssistantTest, kindOf, type Run, type RunHead } from './test.ts'

type PresentedRun = ReplyOf<typeof assistantTests.getRun>['data']
type PresentedHead = ReplyOf<typeof assistantTests.run>['data']
type PresentedTest = ReplyOf<typeof assistantTests.get>['data']

export const presentRunHead = (run: RunHead): PresentedHead => toApi(run)

export function presentTestHead(test: AssistantTest, latest: RunHead | undefined) {
  return {
    id: test.id,
    assistant_id: test.assistantId,
    name: test.name,
    kind: kindOf(test.definition),
    source_call_id: test.sourceCallId,
    latest_run: latest ? presentRunHead(latest) : null,
    created_at: toIsoMicros(test.createdAt),
    updated_at: toIsoMicros(test.updatedAt),
  }
}

export const presentTest = (test: AssistantTest, latest: RunHead | undefined): PresentedTest => ({
  ...presentTestHead(test, latest),
  ...test.definition,
})

export function presentRun(run: Run): PresentedRun {
  const { result } = run
  return {
    ...presentRunHead(run),
    checks: (result?.checks ?? []).map((check) => toApi(check)),
    transcript: (result?.transcript ?? []).map((entry) => toApi(entry)),
    duration_ms: result?.durationMs ?? null,
    ended_reason: result?.endedReason ?? null,
    sounds: (result?.sounds ?? []).map((sound) => toApi(sound)),
    states: (result?.states ?? []).map((state) => toApi(state)),
    latencies: (result?.latencies ?? []).map((latency) => toApi(latency)),
    events: (result?.events ?? []).map((event) => toApi(event)),
    interaction: result ? presentInteraction(result.interaction) : null,
    model: result?.model ?? null,
    model_requests: result?.modelRequests ?? 0,
    remarks: result?.remarks ?? [],
  }
}
