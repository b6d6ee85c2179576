// The webhooks of a sender.
import { hookName } from '#server/features/webhooks/index.ts'
import type { Sender } from './sender.ts'

export const senderWebhooks = ['receipts', 'messages'] as const

export type SenderWebhook = (typeof senderWebhooks)[number]

export const receiptsHook = ({ id, receiptsUrl }: Pick<Sender, 'id' | 'receiptsUrl'>): string =>
  hookName('sender', id, 'receipts', receiptsUrl)

export const messagesHook = ({ id, messagesUrl }: Pick<Sender, 'id' | 'messagesUrl'>): string =>
  hookName('sender', id, 'messages', messagesUrl)
