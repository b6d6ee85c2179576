// Performs the call of a test in virtual time.

import type { LabCheck } from '#server/features/assistant-tests/index.ts'
import { describeExpectation, describeOverall, describeStep } from '../run/describe.ts'
import { startObservedCall } from '../run/observed-call.ts'
import type { RunResult } from '../run/result.ts'
import { type OpenedCall, resultOf, runOpened } from '../run/run-opened.ts'
import { createScriptedModel, noAnswerLeft } from '../run/scripted-model.ts'
import type { LoadedScenario } from '../scenario/read-scenario.ts'
import { type Overall, scenarioSchema } from '../scenario/schema.ts'
import { converse } from '../simulate/converse.ts'
import type { Given, Need, Plan, WorkerReply } from './protocol.ts'

export type Ask = <N extends Need>(need: N) => Promise<Given[N['kind']]>

/** Longer results are cut. */
const kept = { sounds: 1_500, states: 4_000, events: 1_000, transcript: 600, text: 2_000 }
const defaultTurns = 8

type Result = Extract<WorkerReply, { result: unknown }>['result']

export async function perform(plan: Plan, ask: Ask): Promise<Result> {
  const parsed = scenarioSchema.parse(plan.scenario)
  // Lines are the indexes of steps.
  const scenario: LoadedScenario = { ...parsed, lines: parsed.script.map((_, index) => index), lineOf: () => -1 }
  const opened = open(scenario, plan, ask)
  const { simulate } = scenario
  const run = simulate
    ? await converseIn(scenario, opened, ask)
    : await runOpened(scenario, { file: '', opened, isHeardOut: true })
  return cut(run, checksOf(scenario, run))
}

function open(scenario: LoadedScenario, { settings, tools, isRecorded }: Plan, ask: Ask): OpenedCall {
  let missing: string | undefined
  const exhausted = (question: string): void => {
    missing ??= noAnswerLeft(question)
  }
  const answer = isRecorded
    ? createScriptedModel(scenario, { exhausted })
    : ({
        history,
        tools: offered,
        mayCallTools,
      }: Pick<Need & { kind: 'answer' }, 'history' | 'tools' | 'mayCallTools'>) =>
        ask({ kind: 'answer', history, tools: [...offered], mayCallTools })
  const call = startObservedCall(scenario, { settings, answer, tools })
  return { call, maxDurationMs: settings.maxDurationMs, problem: () => missing }
}

async function converseIn(scenario: LoadedScenario, { call }: OpenedCall, ask: Ask): Promise<RunResult> {
  const maxTurns = scenario.simulate?.max_turns ?? defaultTurns
  await converse(call, {
    maxTurns,
    next: (transcript) =>
      ask({ kind: 'words', transcript: transcript.map(({ speaker, text }) => ({ speaker, text })) }),
  })
  call.stop()
  return resultOf(scenario, '', call, { failure: undefined, expectations: [] })
}

function cut(run: RunResult, checks: Result['checks']): Result {
  const { sounds, states, notes, transcript, latencies } = run
  return {
    checks,
    transcript: transcript.slice(0, kept.transcript).map(({ speaker, text, atMs, interrupted }) => {
      return { speaker, text: cutText(text), atMs, interrupted }
    }),
    durationMs: run.durationMs,
    endedReason: run.endedReason,
    sounds: sounds.slice(0, kept.sounds).map(({ side, kind, text, fromMs, toMs, fromPart, toPart }) => {
      return { side, kind, text: cutText(text), fromMs, toMs, fromPart, toPart }
    }),
    states: states.slice(0, kept.states).map(({ atMs, customer, interruption }) => ({ atMs, customer, interruption })),
    latencies: latencies.slice(0, kept.events),
    events: notes.slice(0, kept.events).map((note) => ({ ...note, detail: cutText(note.detail) })),
    interaction: run.interaction,
    modelRequests: run.modelRequests,
  }
}

const cutText = (text: string): string => text.slice(0, kept.text)

/** Lines of the scenario are the indexes of its steps. */
function checksOf(scenario: LoadedScenario, run: RunResult): LabCheck[] {
  const { failure, expectations } = run
  const instead = failure?.message ?? null
  const ofSteps = scenario.script.flatMap((step, index): LabCheck[] => {
    const reached = expectations.find(({ line }) => line === index)
    const isFailure = failure?.line === index
    if (step.kind !== 'expect') {
      if (!isFailure) return []
      return [{ step: index, expected: describeStep(step), met: false, atMs: run.durationMs, instead }]
    }
    const expected = describeExpectation(step.expect)
    if (!reached) return [{ step: index, expected, met: null, atMs: null, instead: null }]
    return [
      {
        step: index,
        expected,
        met: reached.met,
        atMs: reached.atMs,
        instead: reached.met ? null : shorter(instead, expected),
      },
    ]
  })
  const wanted = Object.keys(scenario.overall) as (keyof Overall)[]
  const ofCall = wanted.flatMap((name): LabCheck[] => {
    const value = scenario.overall[name]
    if (value === undefined) return []
    const checked = run.overall.find(({ check }) => check === name)
    const met = checked === undefined ? null : checked.message === undefined
    return [{ step: null, expected: describeOverall(name, value), met, atMs: null, instead: checked?.message ?? null }]
  })
  return [...ofSteps, ...ofCall].map((check) => ({ ...check, expected: capitalize(check.expected) }))
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Without the expectation, which is shown next to it. */
const shorter = (message: string | null, expected: string): string | null =>
  message?.replace(`Expected: ${expected}. `, '') ?? null
