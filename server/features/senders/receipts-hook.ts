// The name by which webhooks know the receipts of a sender: with a mark of the address, for a new one is another hook.
import { createHash } from 'node:crypto'
import type { Sender } from './sender.ts'

export const receiptsHook = ({ id, receiptsUrl }: Pick<Sender, 'id' | 'receiptsUrl'>): string =>
  `sender:${id}:receipts:${createHash('sha256')
    .update(receiptsUrl ?? '')
    .digest('hex')}`

export function readReceiptsHook(hook: string): { id: number; urlSha256: string } | undefined {
  const [, id, urlSha256] = /^sender:(\d+):receipts:([\da-f]{64})$/.exec(hook) ?? []
  return id === undefined ? undefined : { id: Number(id), urlSha256: urlSha256! }
}
