// The templates of a sender, as the carrier knew them last.
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSender } from './sender/store.ts'
import { selectTemplates } from './templates/store-templates.ts'
import type { Template, TemplateStatus } from './templates/template.ts'

/** Refuses with `SENDER_NOT_FOUND`. */
export async function listTemplates(
  ctx: AccountContext,
  senderId: number,
  status?: TemplateStatus,
): Promise<Template[]> {
  if (!(await findSender(ctx.db, ctx.account.id, senderId))) throw new Refusal('SENDER_NOT_FOUND')
  return selectTemplates(ctx.db, ctx.account.id, senderId, status)
}
