// HTTP handlers for personal data.
import type { privacy } from '#contract/account/privacy.ts'
import { getContact, identifierOf } from '#server/features/contacts/index.ts'
import { fromApi } from '#server/platform/http/replies/api-names.ts'
import { replyWithPage } from '#server/platform/http/replies/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import type { PersonalTable } from '#server/platform/personal-data.ts'
import { erasePerson, getErasure, listErasures } from './erasure/erase-person.ts'
import { exportPerson } from './export/export-person.ts'
import { presentReceipt, presentRetention } from './present.ts'
import { getRetention, setRetention } from './retention/set-retention.ts'

export const privacyHandlers = (all: readonly PersonalTable[]): Handlers<typeof privacy> => ({
  getRetention: async (ctx) => presentRetention(await getRetention(ctx), all, ctx.settings),
  setRetention: async (ctx, { body }) => presentRetention(await setRetention(ctx, all, body), all, ctx.settings),
  erasePerson: async (ctx, { params }) => presentReceipt(await erasePerson(ctx, all, params.identifier)),
  exportPerson: (ctx, { params }) => exportPerson(ctx, all, params.identifier),
  eraseContact: async (ctx, { params }) => {
    const { id } = await getContact(ctx, params.id)
    return presentReceipt(await erasePerson(ctx, all, identifierOf(id)))
  },
  exportContact: async (ctx, { params }) => {
    const { id } = await getContact(ctx, params.id)
    return exportPerson(ctx, all, identifierOf(id))
  },
  getErasure: async (ctx, { params }) => presentReceipt(await getErasure(ctx, params.id)),
  listErasures: async (ctx, { query }, { url }) =>
    replyWithPage(ctx, { query, url }, await listErasures(ctx, fromApi(query)), presentReceipt),
})
