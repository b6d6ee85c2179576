// Runs the script of a scenario in an opened call, and returns what happened.
import { spokenIn } from '#server/voice/engine/call-record.ts'
import { type Interaction, measureInteraction, type Speech } from '#server/voice/interaction/measure-interaction.ts'
import type { LoadedScenario } from '../scenario/read-scenario.ts'
import { checkOverall } from './check-overall.ts'
import { describeStep } from './describe.ts'
import { createHeardWords } from './heard-words.ts'
import type { ObservedCall } from './observed-call.ts'
import type { CheckedOverall, RunResult, Sound } from './result.ts'
import { runScript, type ScriptResult } from './run-script.ts'

export interface OpenedCall {
  call: ObservedCall
  maxDurationMs: number
  /** What the scenario lacks, once the call needs it. */
  problem(): string | undefined
}

const heardOutMs = 20_000
const pauseMs = 600

/** `isHeardOut`: the call does not end while the assistant speaks. */
export async function runOpened(
  scenario: LoadedScenario,
  { file, opened, isHeardOut = false }: { file: string; opened: OpenedCall; isHeardOut?: boolean },
): Promise<RunResult> {
  const { call } = opened
  const scripted = await runScript(call, scenario, opened.problem)
  const wantsEnd = scenario.overall.ended !== undefined && scripted.failure === undefined
  if (wantsEnd) await untilEnd(opened)
  else if (isHeardOut) await untilSilent(call)
  call.stop()
  const overall = scripted.failure ? [] : checkOverall(call, scenario.overall)
  const fault = overall.find(({ message }) => message !== undefined)
  const failure = fault && { line: scenario.lineOf(['overall', fault.check]), message: fault.message! }
  return resultOf(scenario, file, call, { ...scripted, overall }, failure)
}

async function untilEnd({ call, maxDurationMs }: OpenedCall): Promise<void> {
  const limitMs = maxDurationMs + 1_000
  while (!call.end() && call.clock.now() < limitMs) {
    const settled = call.frame(limitMs)
    if (settled) await settled
  }
}

/** The last answer is heard to its end, within limits. */
async function untilSilent(call: ObservedCall): Promise<void> {
  const limitMs = call.clock.now() + heardOutMs
  while (!call.end() && call.clock.now() < limitMs) {
    if (call.clock.now() - (call.sounds.at(-1)?.toMs ?? 0) > pauseMs) return
    await call.frame()
  }
}

export function resultOf(
  { name, script, lines }: LoadedScenario,
  file: string,
  call: ObservedCall,
  { failure, expectations, overall = [] }: ScriptResult & { overall?: CheckedOverall[] },
  fault?: { line: number; message: string },
): RunResult {
  const step = failure && script[lines.indexOf(failure.line)]
  const message =
    failure && step && step.kind !== 'expect' ? `${describeStep(step)}. ${failure.message}` : failure?.message
  const { record } = call
  const end = call.end()!
  return {
    name,
    file,
    passed: !failure && !fault,
    failure: failure
      ? { line: failure.line, message: message! }
      : fault && { line: fault.line, message: fault.message },
    durationMs: call.clock.now(),
    endedReason: end.reason,
    answeredBy: end.answeredBy,
    sounds: [...call.customerSounds, ...soundsOfAssistant(call)].sort((a, b) => a.fromMs - b.fromMs),
    expectations,
    overall,
    modelRequests: call.requests.length,
    transcript: spokenIn(record.transcript).map(({ interrupted = false, ...entry }) => ({ ...entry, interrupted })),
    latencies: record.turns
      .filter(({ heardMs }) => heardMs != null)
      .map(({ atMs, heardMs }) => ({ fromMs: atMs, toMs: atMs + heardMs! })),
    interruptionsMs: record.timeline.filter(({ type }) => type === 'interrupted').map(({ atMs }) => atMs),
    notes: record.timeline.map(({ atMs, type, detail = '' }) => ({ atMs, type, detail })),
    states: record.states,
    interaction: interactionOf(call),
  }
}

function soundsOfAssistant(call: ObservedCall): Sound[] {
  const keys = call.record.timeline.filter(({ type }) => type === 'pressed')
  let tones = 0
  const parts = createHeardWords(call.sounds, call.msPerCharacter).parts()
  return parts.map(({ text, fromMs, toMs, from, to }): Sound => {
    const isTone = text === ''
    return {
      side: 'assistant',
      kind: isTone ? 'keys' : 'speech',
      text: isTone ? (keys[tones++]?.detail ?? '') : text,
      fromMs,
      toMs,
      fromPart: isTone ? 0 : from / text.length,
      toPart: isTone ? 1 : to / text.length,
    }
  })
}

/** Speech that ends this close to a command to discard audio was cut by it. */
const cutWithinMs = 25

function interactionOf({ customerSounds, sounds, clearedMs, clock }: ObservedCall): Interaction {
  const customer = customerSounds.flatMap(({ utterance: kind, fromMs, toMs }) => (kind ? { kind, fromMs, toMs } : []))
  const assistant = sounds
    .filter(({ text }) => text !== '')
    .map(({ fromMs, toMs }): Speech => {
      return { fromMs, toMs, isCut: clearedMs.some((atMs) => Math.abs(atMs - toMs) <= cutWithinMs) }
    })
  return measureInteraction({ customer, assistant, endMs: clock.now() })
}
