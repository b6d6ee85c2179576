// Converts tests and runs to the fields of the API.
import type { assistantTests } from '#contract/assistants/assistant-tests.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { presentInteraction } from '#server/features/calls/index.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { type AssistantTest, kindOf, type Run, type RunHead } from './test.ts'

type PresentedRun = ReplyOf<typeof assistantTests.getRun>['data']
type PresentedHead = ReplyOf<typeof assistantTests.run>['data']
type PresentedTest = ReplyOf<typeof assistantTests.get>['data']

export const presentRunHead = (run: RunHead): PresentedHead => ({
  id: run.id,
  test_id: run.testId,
  status: run.status,
  assistant_version: run.assistantVersion,
  message: run.message,
  created_at: toIsoMicros(run.createdAt),
  started_at: run.startedAt && toIsoMicros(run.startedAt),
  finished_at: run.finishedAt && toIsoMicros(run.finishedAt),
})

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
    checks: (result?.checks ?? []).map(({ atMs, ...check }) => ({ ...check, at_ms: atMs })),
    transcript: (result?.transcript ?? []).map(({ atMs, ...entry }) => ({ ...entry, at_ms: atMs })),
    duration_ms: result?.durationMs ?? null,
    ended_reason: result?.endedReason ?? null,
    sounds: (result?.sounds ?? []).map(({ side, kind, text, fromMs, toMs, fromPart, toPart }) => {
      return { side, kind, text, from_ms: fromMs, to_ms: toMs, from_part: fromPart, to_part: toPart }
    }),
    states: (result?.states ?? []).map(({ atMs, ...state }) => ({ ...state, at_ms: atMs })),
    latencies: (result?.latencies ?? []).map(({ fromMs, toMs }) => ({ from_ms: fromMs, to_ms: toMs })),
    events: (result?.events ?? []).map(({ atMs, ...event }) => ({ ...event, at_ms: atMs })),
    interaction: result ? presentInteraction(result.interaction) : null,
    model: result?.model ?? null,
    model_requests: result?.modelRequests ?? 0,
    remarks: result?.remarks ?? [],
  }
}
