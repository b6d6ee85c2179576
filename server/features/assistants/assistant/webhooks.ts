// The webhooks of an assistant: the settings of each, and the name by which a receiver that wants no more finds its switch.
import { createHash } from 'node:crypto'
import type { Assistant } from './assistant.ts'

export const assistantWebhooks = {
  callEnded: { active: 'isWebhookActive', url: 'webhookUrl' },
  inboundCall: { active: 'isInboundWebhookActive', url: 'inboundWebhookUrl' },
  conversationEnded: { active: 'isConversationEndedWebhookActive', url: 'conversationEndedWebhookUrl' },
} as const

export type AssistantWebhook = keyof typeof assistantWebhooks

/** For `deliverWebhook`: with a mark of the address, for a new one is another hook. */
export function hookOf(
  assistant: Pick<Assistant, 'id' | 'webhookUrl' | 'inboundWebhookUrl' | 'conversationEndedWebhookUrl'>,
  webhook: AssistantWebhook,
): string {
  const url = assistant[assistantWebhooks[webhook].url] ?? ''
  return `assistant:${assistant.id}:${webhook}:${createHash('sha256').update(url).digest('hex')}`
}

export interface ReadHook {
  id: number
  webhook: AssistantWebhook
  urlSha256: string
}

/** Undefined for the hooks of others. */
export function readHook(hook: string): ReadHook | undefined {
  const [, id, webhook = '', urlSha256] = /^assistant:(\d+):(\w+):([\da-f]{64})$/.exec(hook) ?? []
  if (!Object.hasOwn(assistantWebhooks, webhook)) return undefined
  return { id: Number(id), webhook: webhook as AssistantWebhook, urlSha256: urlSha256! }
}
