// Gets one template of a sender.
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSender } from './sender/store.ts'
import { findTemplate } from './templates/store-templates.ts'
import type { Template } from './templates/template.ts'

/** Refuses with `SENDER_NOT_FOUND` and, as the list does, with `TEMPLATE_NOT_FOUND` if the carrier does not have it. */
export async function getTemplate(ctx: AccountContext, senderId: number, id: number): Promise<Template> {
  const [sender, template] = await Promise.all([
    findSender(ctx.db, ctx.account.id, senderId),
    findTemplate(ctx.db, ctx.account.id, senderId, id),
  ])
  if (!sender) throw new Refusal('SENDER_NOT_FOUND')
  if (!template?.synced) throw new Refusal('TEMPLATE_NOT_FOUND')
  return template
}
