// Defines the webhooks of a sender and the hook names by which a 410 answer switches one off.
import { createHash } from 'node:crypto'
import type { Sender } from './sender.ts'

/** The settings of each webhook. */
export const senderWebhooks = {
  receipts: { url: 'receiptsUrl', active: 'receiptsActive' },
  messages: { url: 'messagesUrl', active: 'messagesActive' },
} as const

export type SenderWebhook = keyof typeof senderWebhooks

export const receiptsWebhook = ({ id, receiptsUrl }: Pick<Sender, 'id' | 'receiptsUrl'>): string =>
  hookName(id, 'receipts', receiptsUrl)

export const messagesHook = ({ id, messagesUrl }: Pick<Sender, 'id' | 'messagesUrl'>): string =>
  hookName(id, 'messages', messagesUrl)

/** Contains a hash of the address, so that a 410 from a former address does not switch off a new one. */
const hookName = (id: number, webhook: SenderWebhook, url: string | null): string =>
  `sender:${id}:${webhook}:${createHash('sha256')
    .update(url ?? '')
    .digest('hex')}`

export interface ReadSenderHook {
  id: number
  webhook: SenderWebhook
  urlSha256: string
}

/** Undefined for hooks that do not belong to a sender. */
export function readSenderHook(hook: string): ReadSenderHook | undefined {
  const [, id, webhook = '', urlSha256] = /^sender:(\d+):(\w+):([\da-f]{64})$/.exec(hook) ?? []
  if (!Object.hasOwn(senderWebhooks, webhook)) return undefined
  return { id: Number(id), webhook: webhook as SenderWebhook, urlSha256: urlSha256! }
}
