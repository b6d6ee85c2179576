// Gets a chat-app sender of the account.
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Sender } from './sender/sender.ts'
import { findChatappSender } from './sender/store.ts'

/** Refuses with `SENDER_NOT_FOUND`. */
export async function getSender(ctx: AccountContext, id: number): Promise<Sender> {
  const sender = await findChatappSender(ctx.db, ctx.account.id, id)
  if (!sender) throw new Refusal('SENDER_NOT_FOUND')
  return sender
}
