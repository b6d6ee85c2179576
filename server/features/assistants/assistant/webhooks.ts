// The webhooks of an assistant.
import { hookName } from '#server/features/webhooks/index.ts'
import type { Assistant } from './assistant.ts'

export const assistantWebhooks = {
  callEnded: { active: 'isWebhookActive', url: 'webhookUrl' },
  inboundCall: { active: 'isInboundWebhookActive', url: 'inboundWebhookUrl' },
  conversationEnded: { active: 'isConversationEndedWebhookActive', url: 'conversationEndedWebhookUrl' },
} as const

export type AssistantWebhook = keyof typeof assistantWebhooks

export function hookOf(
  assistant: Pick<Assistant, 'id' | 'webhookUrl' | 'inboundWebhookUrl' | 'conversationEndedWebhookUrl'>,
  webhook: AssistantWebhook,
): string {
  return hookName('assistant', assistant.id, webhook, assistant[assistantWebhooks[webhook].url])
}
