// Rules between the settings of one assistant.
import { isTimeZone } from '#server/platform/time/timestamps.ts'
import type { AssistantSettings } from '../assistant/assistant.ts'
import type { Fault } from './fault.ts'

/** Settings that only pipeline mode can change, with their fixed value in the other modes. */
export const pipelineOnly = {
  allowInterruptions: true,
  knowledgebaseMode: 'function_call',
  fillers: false,
} as const satisfies Partial<AssistantSettings>

const pipelineMessages = {
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
      if (settings[setting] !== value) faults.push({ setting, message: pipelineMessages[setting] })
    }
  }
  if (settings.isWebhookActive && settings.webhookUrl === null)
    faults.push({ setting: 'webhookUrl', message: required })
  if (settings.isInboundWebhookActive && settings.inboundWebhookUrl === null)
    faults.push({ setting: 'inboundWebhookUrl', message: required })
  return faults
}

/** A complete assistant has a system prompt and, for inbound calls, a phone number. */
export function isComplete({ systemPrompt, type, phoneNumberId }: AssistantSettings): boolean {
  return systemPrompt !== null && (type === 'outbound' || phoneNumberId !== null)
}
