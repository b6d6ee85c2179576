// Opens and runs the call of a scenario: its settings, its tools, and a scripted or a real model.

import { toBuiltInTool } from '#contract/assistants/assistant-tools.ts'
import { builtInTool, mayEndCall, optOutTool, withDefaultTools } from '#server/features/calls/index.ts'
import { renderTemplate } from '#server/platform/text/render-template.ts'
import type { LanguageModel, ModelRef } from '#server/ports/language-model.ts'
import type { CallSettings, CallTool } from '#server/voice/engine/settings.ts'
import type { LoadedScenario } from '../scenario/read-scenario.ts'
import type { Scenario } from '../scenario/schema.ts'
import { createLiveModel } from './live-model.ts'
import { startObservedCall } from './observed-call.ts'
import type { RunResult } from './result.ts'
import { type OpenedCall, runOpened } from './run-opened.ts'
import { createScriptedModel, noAnswerLeft } from './scripted-model.ts'

const offline: ModelRef = { vendor: 'offline', code: 'parley-offline' }
const offlineMs = 300

/** `offline` or `VENDOR/MODEL`. */
export function modelRefOf(name: string): ModelRef {
  const at = name.indexOf('/')
  return at < 0 ? offline : { vendor: name.slice(0, at), code: name.slice(at + 1) }
}

export function openCall(scenario: LoadedScenario, languageModel: LanguageModel): OpenedCall {
  const settings = callSettingsOf(scenario)
  let missing: string | undefined
  const exhausted = (question: string): void => {
    missing ??= noAnswerLeft(question)
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
  const call = startObservedCall(scenario, { settings, answer, tools: builtInToolsOf(scenario) })
  return { call, maxDurationMs: settings.maxDurationMs, problem: () => missing }
}

const noFillers = { positive: [], negative: [], question: [], neutral: [] }

function callSettingsOf({ assistant, language }: Scenario): CallSettings {
  const variables = assistant.variables ?? {}
  const render = (text: string | null | undefined): string | undefined =>
    renderTemplate(text ?? '', variables).trim() || undefined
  const maxSilenceMs = (assistant.max_silence_duration ?? 40) * 1000
  const initial = assistant.max_initial_silence_duration
  return {
    language,
    direction: assistant.type === 'outbound' ? 'outbound' : 'inbound',
    greeting: render(assistant.initial_message),
    waitForCustomer: assistant.wait_for_customer ?? false,
    allowInterruptions: assistant.allow_interruptions ?? true,
    interruptSensitivity: assistant.interrupt_sensitivity ?? 0.5,
    minInterruptWords: assistant.min_interrupt_words ?? null,
    endpointType: assistant.endpoint_type ?? 'vad',
    endpointSensitivity: assistant.endpoint_sensitivity ?? 0.5,
    maxDurationMs: (assistant.max_duration ?? 600) * 1000,
    maxSilenceMs,
    maxInitialSilenceMs: initial == null ? maxSilenceMs : initial * 1000,
    reengagementMs: (assistant.reengagement_interval ?? 30) * 1000,
    reengagementPrompt: render(assistant.reengagement_prompt),
    endOnGoodbye: mayEndCall((assistant.tools ?? []).map(toBuiltInTool)),
    endOnVoicemail: assistant.end_call_on_voicemail ?? true,
    voicemailMessage: render(assistant.voice_mail_message),
    purpose: undefined,
    fillers: assistant.fillers ? { ...noFillers, ...assistant.filler_config } : undefined,
  }
}

/** The instructions of the assistant for a real model. */
const instructionsOf = ({ assistant }: Scenario): string =>
  renderTemplate(assistant.system_prompt ?? 'You are a helpful assistant.', assistant.variables ?? {})

/** Outbound calls always have the tool that records an opt-out. */
function builtInToolsOf({ assistant }: Scenario): CallTool[] {
  const own = withDefaultTools((assistant.tools ?? []).map(toBuiltInTool)).flatMap(
    (tool) => builtInTool(tool, undefined) ?? [],
  )
  const optOut = optOutTool(async () => ({ result: {}, isRecorded: true }))
  return assistant.type === 'outbound' ? [...own, optOut] : own
}

interface RunOptions {
  file: string
  languageModel: LanguageModel
}

export const runScenario = (scenario: LoadedScenario, { file, languageModel }: RunOptions): Promise<RunResult> =>
  runOpened(scenario, { file, opened: openCall(scenario, languageModel) })
