// HTTP handlers for webhook deliveries and the signing secret.
import type { webhooks } from '#contract/webhooks.ts'
import { pageOf } from '#server/platform/http/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { getDelivery } from './get-delivery.ts'
import { listDeliveries } from './list-deliveries.ts'
import { presentDelivery, presentDeliveryDetail } from './present.ts'
import { resendDelivery } from './resend-delivery.ts'
import { findSecretHint, rotateSecret } from './secret.ts'

export const webhookHandlers: Handlers<typeof webhooks> = {
  listDeliveries: async (ctx, { query }, { url }) => {
    const { page, per_page: perPage, ...filter } = query
    const { rows, total } = await listDeliveries(ctx, { filter, page, perPage })
    return pageOf({ rows: rows.map(presentDelivery), total }, { page, perPage }, url, ctx.settings.publicUrl)
  },

  getDelivery: async (ctx, { params }) => presentDeliveryDetail(await getDelivery(ctx, params)),

  resendDelivery: async (ctx, { params }, { operation }) => ({
    message: 'Webhook delivery queued.',
    data: presentDelivery(await resendDelivery(ctx, params, operation)),
  }),

  getSecret: async (ctx) => {
    const secret = await findSecretHint(ctx)
    return { created_at: secret ? toIsoMicros(secret.createdAt) : null, hint: secret?.hint ?? null }
  },

  rotateSecret: async (ctx) => ({
    message: 'Webhook secret rotated successfully.',
    secret: await rotateSecret(ctx),
  }),
}
