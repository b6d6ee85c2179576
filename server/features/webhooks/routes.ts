// HTTP handlers for webhook deliveries and the signing secret.
import type { webhooks } from '#contract/events/webhooks.ts'
import { pageOf } from '#server/platform/http/replies/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { orRefuse } from '#server/platform/refusal.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { presentDelivery, presentDeliveryDetail } from './present.ts'
import { resendDelivery } from './resend-delivery.ts'
import { rotateSecret } from './secret.ts'
import { countDeliveries, findDeliveryRow, selectAttempts, selectDeliveries } from './store.ts'
import { findNewestSecret } from './store-secrets.ts'

export const webhookHandlers: Handlers<typeof webhooks> = {
  listDeliveries: async (ctx, { query }, { url }) => {
    const { page, per_page: perPage, ...filter } = query
    const [rows, total] = await Promise.all([
      selectDeliveries(ctx.db, ctx.account.id, filter, { offset: (page - 1) * perPage, limit: perPage }),
      countDeliveries(ctx.db, ctx.account.id, filter),
    ])
    return pageOf({ rows: rows.map(presentDelivery), total }, { page, perPage }, url, ctx.settings.publicUrl)
  },

  getDelivery: async (ctx, { params: { id } }) => {
    const delivery = orRefuse(await findDeliveryRow(ctx.db, ctx.account.id, id), 'DELIVERY_NOT_FOUND')
    return presentDeliveryDetail(delivery, await selectAttempts(ctx.db, ctx.account.id, id))
  },

  resendDelivery: async (ctx, { params }, { operation }) => ({
    message: 'Webhook delivery queued.',
    data: presentDelivery(await resendDelivery(ctx, params, operation)),
  }),

  getSecret: async (ctx) => {
    const secret = await findNewestSecret(ctx.db, ctx.account.id)
    return { created_at: secret ? toIsoMicros(secret.createdAt) : null, hint: secret?.hint ?? null }
  },

  rotateSecret: async (ctx) => ({
    message: 'Webhook secret rotated successfully.',
    secret: await rotateSecret(ctx),
  }),
}
