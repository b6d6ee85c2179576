// Runs one scenario in virtual time and returns what happened.
import type { LanguageModel, ModelRef } from '#server/ports/language-model.ts'
import { spokenIn } from '#server/voice/engine/call-record.ts'
import { callSettingsOf, instructionsOf } from '../scenario/call-settings.ts'
import type { LoadedScenario } from '../scenario/read-scenario.ts'
import { checkOverall } from './check-overall.ts'
import { describeStep } from './describe.ts'
import { createHeardWords } from './heard-words.ts'
import { interactionOf } from './interaction.ts'
import { createLiveModel } from './live-model.ts'
import { type ObservedCall, startObservedCall } from './observed-call.ts'
import type { RunResult, Sound } from './result.ts'
import { runScript, type ScriptResult } from './run-script.ts'
import { createScriptedModel } from './scripted-model.ts'

export interface RunOptions {
  file: string
  languageModel: LanguageModel
}

const offline: ModelRef = { vendor: 'offline', code: 'parley-offline' }
const offlineMs = 300

/** `offline` or `VENDOR/MODEL`. */
export function modelRefOf(name: string): ModelRef {
  const at = name.indexOf('/')
  return at < 0 ? offline : { vendor: name.slice(0, at), code: name.slice(at + 1) }
}

export interface OpenedCall {
  call: ObservedCall
  maxDurationMs: number
  /** What the scenario lacks, once the call needs it. */
  problem(): string | undefined
}

export function openCall(scenario: LoadedScenario, languageModel: LanguageModel): OpenedCall {
  const settings = callSettingsOf(scenario)
  let missing: string | undefined
  const exhausted = (question: string): void => {
    missing ??= `The scenario has no answer left for “${question.slice(0, 200)}”. Add one to \`answers\`.`
  }
  // The first configured model, or else the offline model, replaces one that is not configured.
  const { model = scenario.simulate && scenario.answers.length === 0 ? 'default/default' : undefined } = scenario
  const ref = model === undefined ? undefined : modelRefOf(model)
  const answer = ref
    ? createLiveModel({
        languageModel,
        model: ref,
        instructions: instructionsOf(scenario),
        temperature: scenario.assistant.llm_temperature ?? 0.1,
        variables: scenario.assistant.variables ?? {},
        language: scenario.language,
        fixedMs: ref.vendor === 'offline' ? (scenario.timing.model_ms ?? offlineMs) : undefined,
      })
    : createScriptedModel(scenario, { exhausted })
  const call = startObservedCall(scenario, { settings, answer })
  return { call, maxDurationMs: settings.maxDurationMs, problem: () => missing }
}

export async function runScenario(scenario: LoadedScenario, { file, languageModel }: RunOptions): Promise<RunResult> {
  const opened = openCall(scenario, languageModel)
  const { call } = opened
  const scripted = await runScript(call, scenario, opened.problem)
  const wantsEnd = scenario.overall.ended !== undefined && scripted.failure === undefined
  if (wantsEnd) await untilEnd(opened)
  call.stop()
  const fault = scripted.failure ? undefined : checkOverall(call, scenario.overall)
  return resultOf(
    scenario,
    file,
    call,
    scripted,
    fault && { line: scenario.lineOf(['overall', fault.check]), ...fault },
  )
}

async function untilEnd({ call, maxDurationMs }: OpenedCall): Promise<void> {
  const limitMs = maxDurationMs + 1_000
  while (!call.end() && call.clock.now() < limitMs) {
    const settled = call.frame(limitMs)
    if (settled) await settled
  }
}

export function resultOf(
  { name, script, lines }: LoadedScenario,
  file: string,
  call: ObservedCall,
  { failure, expectations }: ScriptResult,
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
