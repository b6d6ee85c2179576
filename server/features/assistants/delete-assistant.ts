// Deletes an assistant. Its conversations remain.
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { markDeleted } from './assistant/store.ts'

/** Refuses with `ASSISTANT_NOT_FOUND`. */
export async function deleteAssistant(ctx: AccountContext, id: number): Promise<void> {
  if (!(await markDeleted(ctx.db, ctx.account.id, id))) throw new Refusal('ASSISTANT_NOT_FOUND')
}
