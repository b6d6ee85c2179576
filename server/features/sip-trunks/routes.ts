// HTTP handlers for SIP trunks and SIP telephones.
import type { sipPhones } from '#contract/calls/sip-phones.ts'
import type { sipTrunks } from '#contract/calls/sip-trunks.ts'
import { fromApi } from '#server/platform/http/replies/api-names.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { orRefuse } from '#server/platform/refusal.ts'
import { createTrunk } from './create-trunk.ts'
import { getTrunk, listTrunks, testTrunk } from './get-trunk.ts'
import { presentPhone, presentPhoneWithPassword, presentTrunk } from './present.ts'
import { createPhone, deletePhone, updatePhone } from './save-phone.ts'
import { findPhone, selectPhones } from './store-phones.ts'
import { updateTrunk } from './update-trunk.ts'

export const trunkHandlers: Handlers<typeof sipTrunks> = {
  list: async (ctx) => ({ data: (await listTrunks(ctx)).map((trunk) => presentTrunk(ctx, trunk)) }),

  create: async (ctx, { body }) => {
    const id = await createTrunk(ctx, fromApi(body))
    return { message: 'SIP trunk created successfully', data: presentTrunk(ctx, await getTrunk(ctx, id)) }
  },

  get: async (ctx, { params }) => ({ data: presentTrunk(ctx, await getTrunk(ctx, params.id)) }),

  update: async (ctx, { params, body }) => {
    await updateTrunk(ctx, params.id, fromApi(body))
    return { message: 'SIP trunk updated successfully', data: presentTrunk(ctx, await getTrunk(ctx, params.id)) }
  },

  test: async (ctx, { params }) => ({ data: await testTrunk(ctx, params.id) }),
}

export const phoneHandlers: Handlers<typeof sipPhones> = {
  list: async (ctx) => ({
    data: (await selectPhones(ctx.db, ctx.account.id)).map((phone) => presentPhone(ctx, phone)),
  }),

  create: async (ctx, { body }) => ({
    message: 'SIP telephone created successfully',
    data: presentPhoneWithPassword(ctx, await createPhone(ctx, fromApi(body))),
  }),

  get: async (ctx, { params }) => {
    const phone = orRefuse(await findPhone(ctx.db, ctx.account.id, params.id), 'SIP_PHONE_NOT_FOUND')
    return { data: presentPhoneWithPassword(ctx, phone) }
  },

  update: async (ctx, { params, body }) => ({
    message: 'SIP telephone updated successfully',
    data: presentPhoneWithPassword(ctx, await updatePhone(ctx, params.id, fromApi(body))),
  }),

  delete: async (ctx, { params }) => {
    await deletePhone(ctx, params.id)
    return { message: 'SIP telephone deleted successfully' }
  },
}
