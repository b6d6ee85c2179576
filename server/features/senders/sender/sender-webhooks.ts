// The webhooks of a sender, and the hook names by which a response of 410 disables one.
import { createHash } from 'node:crypto'
import type { Sender } from './sender.ts'

export const senderWebhooks = ['receipts', 'messages'] as const

export type SenderWebhook = (typeof senderWebhooks)[number]

export const receiptsHook = ({ id, receiptsUrl }: Pick<Sender, 'id' | 'receiptsUrl'>): string =>
  hookName(id, 'receipts', receiptsUrl)

export const messagesHook = ({ id, messagesUrl }: Pick<Sender, 'id' | 'messagesUrl'>): string =>
  hookName(id, 'messages', messagesUrl)

/** Contains a hash of the URL, so that a 410 from a former URL does not disable a new one. */
const hookName = (id: number, webhook: SenderWebhook, url: string | null): string =>
  `sender:${id}:${webhook}:${createHash('sha256')
    .update(url ?? '')
    .digest('hex')}`

export interface SenderHook {
  id: number
  webhook: SenderWebhook
  urlSha256: string
}

/** Returns undefined for hooks that do not belong to a sender. */
export function parseSenderHook(hook: string): SenderHook | undefined {
  const [, id, name, urlSha256] = /^sender:(\d+):(\w+):([\da-f]{64})$/.exec(hook) ?? []
  const webhook = senderWebhooks.find((one) => one === name)
  return webhook && { id: Number(id), webhook, urlSha256: urlSha256! }
}
