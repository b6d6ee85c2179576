// Lists the templates of a sender as of the last synchronization.
import type { AccountContext } from '#server/platform/context/context.ts'
import { getSender } from './get-sender.ts'
import { selectTemplates } from './templates/store-templates.ts'
import type { Template, TemplateStatus } from './templates/template.ts'

/** Refuses with `SENDER_NOT_FOUND`. */
export async function listTemplates(
  ctx: AccountContext,
  senderId: number,
  status?: TemplateStatus,
): Promise<Template[]> {
  await getSender(ctx, senderId)
  return selectTemplates(ctx.db, ctx.account.id, senderId, status)
}
