// The webhooks of an assistant, and the hook names by which a response of 410 disables one.
import { createHash } from 'node:crypto'
import type { Assistant } from './assistant.ts'

export const assistantWebhooks = {
  callEnded: { active: 'isWebhookActive', url: 'webhookUrl' },
  inboundCall: { active: 'isInboundWebhookActive', url: 'inboundWebhookUrl' },
  conversationEnded: { active: 'isConversationEndedWebhookActive', url: 'conversationEndedWebhookUrl' },
} as const

export type AssistantWebhook = keyof typeof assistantWebhooks

/** For `deliverWebhook`. Contains a hash of the URL, so that a 410 from a former URL does not disable a new one. */
export function hookOf(
  assistant: Pick<Assistant, 'id' | 'webhookUrl' | 'inboundWebhookUrl' | 'conversationEndedWebhookUrl'>,
  webhook: AssistantWebhook,
): string {
  const url = assistant[assistantWebhooks[webhook].url] ?? ''
  return `assistant:${assistant.id}:${webhook}:${createHash('sha256').update(url).digest('hex')}`
}

export interface AssistantHook {
  id: number
  webhook: AssistantWebhook
  urlSha256: string
}

/** Returns undefined for hooks that do not belong to an assistant. */
export function parseAssistantHook(hook: string): AssistantHook | undefined {
  const [, id, webhook = '', urlSha256] = /^assistant:(\d+):(\w+):([\da-f]{64})$/.exec(hook) ?? []
  if (!Object.hasOwn(assistantWebhooks, webhook)) return undefined
  return { id: Number(id), webhook: webhook as AssistantWebhook, urlSha256: urlSha256! }
}
