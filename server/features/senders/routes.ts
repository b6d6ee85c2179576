// HTTP handlers for senders, templates and the carrier account.
import type { senders } from '#contract/messages/senders.ts'
import { selectOwnedAssistants } from '#server/features/assistants/index.ts'
import { findCarrierAccount, requestCarrier } from '#server/features/carrier-accounts/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteCarrier, setCarrier } from './carrier-account/set-carrier.ts'
import { createSender, deleteSender, updateSender } from './change-sender.ts'
import { getSender } from './get-sender.ts'
import { presentCarrier, presentSender, presentTemplate, readSender, readSubmission } from './present.ts'
import type { Sender } from './sender/sender.ts'
import { noWebhooks } from './sender/sender-settings.ts'
import { selectSenders } from './sender/store.ts'
import { setWebhook } from './set-webhook.ts'
import { submitTemplate } from './submit-template.ts'
import { sync } from './sync/sync.ts'
import { findTemplate, selectTemplates } from './templates/store-templates.ts'
import type { TemplateStatus } from './templates/template.ts'

const unset = { assistantId: null, ...noWebhooks }

const statusFilter = <S extends string>(status: S | 'all'): S | undefined =>
  status === 'all' ? undefined : (status as S)

/** Shows deleted assistants as null. */
async function presentAll(ctx: AccountContext, rows: readonly Sender[]) {
  const ids = rows.flatMap(({ assistantId }) => assistantId ?? [])
  const living = new Set(ids.length > 0 ? await selectOwnedAssistants(ctx.db, ctx.account.id, ids) : [])
  return rows.map(({ assistantId, ...sender }) =>
    presentSender(
      { ...sender, assistantId: assistantId !== null && living.has(assistantId) ? assistantId : null },
      ctx.carriers,
    ),
  )
}

async function presentTemplates(ctx: AccountContext, senderId: number, status?: TemplateStatus) {
  await getSender(ctx, senderId)
  return (await selectTemplates(ctx.db, ctx.account.id, senderId, status)).map(presentTemplate)
}

const present = async (ctx: AccountContext, sender: Sender) => (await presentAll(ctx, [sender]))[0]!

export const senderHandlers: Handlers<typeof senders> = {
  list: async (ctx, { query }) => ({
    data: await presentAll(ctx, await selectSenders(ctx.db, ctx.account.id, statusFilter(query.status))),
  }),

  create: async (ctx, { body }) => {
    const claim = { ...unset, ...readSender(body), phoneNumber: body.phone_number }
    return { message: 'Sender created successfully', data: await present(ctx, await createSender(ctx, claim)) }
  },

  get: async (ctx, { params }) => ({ data: await present(ctx, await getSender(ctx, params.id)) }),

  update: async (ctx, { params, body }) => ({
    message: 'Sender updated successfully',
    data: await present(ctx, await updateSender(ctx, params.id, readSender(body))),
  }),

  setWebhook: async (ctx, { params }) => ({
    message: 'Webhook set successfully',
    data: await present(ctx, await setWebhook(ctx, params.id)),
  }),

  delete: async (ctx, { params }) => {
    await deleteSender(ctx, params.id)
    return { message: 'Sender deleted successfully' }
  },

  listTemplates: async (ctx, { params, query }) => ({
    data: await presentTemplates(ctx, params.senderId, statusFilter(query.status)),
  }),

  listTemplatesBare: (ctx, { query }) => presentTemplates(ctx, query.sender_id, statusFilter(query.status)),

  getTemplate: async (ctx, { params: { senderId, templateId } }) => {
    await getSender(ctx, senderId)
    const template = await findTemplate(ctx.db, ctx.account.id, senderId, templateId)
    if (!template?.synced) throw new Refusal('TEMPLATE_NOT_FOUND')
    return { data: presentTemplate(template) }
  },

  createTemplate: async (ctx, { params, body }) => ({
    message: 'Template submitted for approval',
    data: presentTemplate(await submitTemplate(ctx, params.senderId, readSubmission(body))),
  }),

  sync: async (ctx) => ({
    message: 'Templates synced successfully',
    data: { synced: await requestCarrier(() => sync(ctx)) },
  }),

  getCarrier: async (ctx) => ({
    data: presentCarrier(await findCarrierAccount(ctx.db, ctx.account.id, ctx.settings.carrierAccount.carrier), ctx),
  }),

  setCarrier: async (ctx, { body }) => {
    const { carrier } = ctx.settings.carrierAccount
    const account = { carrier, externalId: body.account_sid, credentials: body.auth_token }
    const data = presentCarrier(await setCarrier(ctx, account), ctx)
    return { message: 'Carrier account saved successfully', data }
  },

  deleteCarrier: async (ctx) => {
    await deleteCarrier(ctx)
    return { message: 'Carrier account deleted successfully' }
  },
}
