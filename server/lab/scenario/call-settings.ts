// Converts the assistant of a scenario to the settings of a call, with the defaults of the API.
import { toBuiltInTool } from '#contract/assistants/assistant-tools.ts'
import { builtInTool, optOutTool } from '#server/features/calls/index.ts'
import { renderTemplate } from '#server/platform/text/render-template.ts'
import type { CallSettings, CallTool } from '#server/voice/engine/settings.ts'
import type { Scenario } from './schema.ts'

const noFillers = { positive: [], negative: [], question: [], neutral: [] }

export function callSettingsOf({ assistant, language }: Scenario): CallSettings {
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
    endOnVoicemail: assistant.end_call_on_voicemail ?? true,
    voicemailMessage: render(assistant.voice_mail_message),
    purpose: undefined,
    fillers: assistant.fillers ? { ...noFillers, ...assistant.filler_config } : undefined,
  }
}

/** The instructions of the assistant for a real model. */
export const instructionsOf = ({ assistant }: Scenario): string =>
  renderTemplate(assistant.system_prompt ?? 'You are a helpful assistant.', assistant.variables ?? {})

/** Outbound calls always have the tool that records an opt-out. */
export function builtInToolsOf({ assistant }: Scenario): CallTool[] {
  const own = (assistant.tools ?? []).flatMap((tool) => builtInTool(toBuiltInTool(tool), undefined) ?? [])
  const optOut = optOutTool(async () => ({ result: {}, isRecorded: true }))
  return assistant.type === 'outbound' ? [...own, optOut] : own
}
