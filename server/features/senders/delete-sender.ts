// Deletes a sender. Its messages remain, and another account can claim its number.
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { markSenderDeleted } from './sender/store.ts'

/** Refuses with `SENDER_NOT_FOUND`. */
export async function deleteSender(ctx: AccountContext, id: number): Promise<void> {
  if (!(await markSenderDeleted(ctx.db, ctx.account.id, id))) throw new Refusal('SENDER_NOT_FOUND')
}
