// Opens the call of a scenario: its settings, its tools, and a scripted or a real model.
import type { LanguageModel, ModelRef } from '#server/ports/language-model.ts'
import { builtInToolsOf, callSettingsOf, instructionsOf } from '../scenario/call-settings.ts'
import type { LoadedScenario } from '../scenario/read-scenario.ts'
import { createLiveModel } from './live-model.ts'
import { startObservedCall } from './observed-call.ts'
import type { OpenedCall } from './run-opened.ts'
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
