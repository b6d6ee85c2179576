// The rules that hold between the settings of one assistant.
import { isTimeZone } from '#server/platform/time/timestamps.ts'
import type { AssistantSettings } from '../assistant/assistant.ts'
import type { Fault } from './fault.ts'

/** What only a pipeline can do, and what the other modes do instead. */
export const pipelineOnly = {
  allowInterruptions: true,
  knowledgebaseMode: 'function_call',
  fillers: false,
} as const satisfies Partial<AssistantSettings>

const pipelineSentences = {
  allowInterruptions: 'Interruptions cannot be disabled in multimodal or dualplex mode.',
  knowledgebaseMode: 'Only function_call mode is available for multimodal assistants.',
  fillers: 'Fillers are available in pipeline mode only.',
} satisfies Record<keyof typeof pipelineOnly, string>

const required = 'The :attribute field is required.'

export function faultsOfSettings(settings: AssistantSettings): Fault[] {
  const faults: Fault[] = []
  if (!isTimeZone(settings.timezone)) faults.push({ setting: 'timezone' })
  if (settings.mode !== 'pipeline') {
    for (const [name, value] of Object.entries(pipelineOnly)) {
      const setting = name as keyof typeof pipelineOnly
      if (settings[setting] !== value) faults.push({ setting, sentence: pipelineSentences[setting] })
    }
  }
  if (settings.isWebhookActive && settings.webhookUrl === null)
    faults.push({ setting: 'webhookUrl', sentence: required })
  if (settings.isInboundWebhookActive && settings.inboundWebhookUrl === null)
    faults.push({ setting: 'inboundWebhookUrl', sentence: required })
  return faults
}

/** It has everything that its mode and type need: something to say, and for inbound calls a number to be called on. */
export function isComplete({ systemPrompt, type, phoneNumberId }: AssistantSettings): boolean {
  return systemPrompt !== null && (type === 'outbound' || phoneNumberId !== null)
}
