// Putting an assistant into use and out of use by hand.

import type { Context } from '#server/platform/context.ts'
import { statementTime } from '#server/platform/database-time.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { AssistantStatus } from './assistant.ts'
import { type AssistantSummary, updateStatus } from './store.ts'

/** Refuses with `ASSISTANT_NOT_FOUND`. */
export async function setStatus(ctx: Context, id: number, status: AssistantStatus): Promise<AssistantSummary> {
  const assistant = await updateStatus(ctx.db, ctx.account.id, id, { status, now: statementTime(ctx) })
  if (!assistant) throw new Refusal('ASSISTANT_NOT_FOUND')
  return assistant
}
