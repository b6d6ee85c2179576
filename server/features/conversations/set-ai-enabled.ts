// Enables or disables the assistant's answers in a conversation.
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { updateAiEnabled } from './conversation/store.ts'

/** Refuses with `CONVERSATION_NOT_FOUND`. Disabling withholds an answer that the customer has not begun to read. */
export async function setAiEnabled(ctx: AccountContext, uuid: string, aiEnabled: boolean): Promise<void> {
  const updated = await updateAiEnabled(ctx.db, ctx.account.id, uuid, aiEnabled)
  if (!updated) throw new Refusal('CONVERSATION_NOT_FOUND')
}
