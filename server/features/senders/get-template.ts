// Gets a template of a sender.
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getSender } from './get-sender.ts'
import { findTemplate } from './templates/store-templates.ts'
import type { Template } from './templates/template.ts'

/** Refuses with `SENDER_NOT_FOUND`, and with `TEMPLATE_NOT_FOUND` also if the carrier does not have the template. */
export async function getTemplate(ctx: AccountContext, senderId: number, id: number): Promise<Template> {
  await getSender(ctx, senderId)
  const template = await findTemplate(ctx.db, ctx.account.id, senderId, id)
  if (!template?.synced) throw new Refusal('TEMPLATE_NOT_FOUND')
  return template
}
