// Gets a chat-app sender of the account.
import type { AccountContext } from '#server/platform/context/context.ts'
import { orRefuse } from '#server/platform/refusal.ts'
import type { Sender } from './sender/sender.ts'
import { findChatappSender } from './sender/store.ts'

/** Refuses with `SENDER_NOT_FOUND`. */
export async function getSender(ctx: AccountContext, id: number): Promise<Sender> {
  return orRefuse(await findChatappSender(ctx.db, ctx.account.id, id), 'SENDER_NOT_FOUND')
}
