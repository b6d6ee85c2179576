// HTTP handlers for webhook deliveries and the signing secret.
import { parseJson } from '@parley/rules'
import type { webhooks } from '#contract/events/webhooks.ts'
import { toApi } from '#server/platform/http/replies/api-names.ts'
import { replyWithPage } from '#server/platform/http/replies/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { orRefuse } from '#server/platform/refusal.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { resendDelivery } from './resend-delivery.ts'
import { rotateSecret } from './secret.ts'
import {
  type AttemptRow,
  countDeliveries,
  type DeliveryRow,
  type DeliveryWithBody,
  findDeliveryRow,
  selectAttempts,
  selectDeliveries,
} from './store.ts'
import { findNewestSecret } from './store-secrets.ts'

export const webhookHandlers: Handlers<typeof webhooks> = {
  listDeliveries: async (ctx, { query }, { url }) => {
    const { page, per_page: perPage, ...filter } = query
    const [rows, total] = await Promise.all([
      selectDeliveries(ctx.db, ctx.account.id, filter, { offset: (page - 1) * perPage, limit: perPage }),
      countDeliveries(ctx.db, ctx.account.id, filter),
    ])
    return replyWithPage(ctx, { query, url }, { rows, total }, presentDelivery)
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

const presentDelivery = ({ messageId, ...delivery }: DeliveryRow) => ({
  ...toApi(delivery),
  webhook_id: messageId,
})

function presentDeliveryDetail(delivery: DeliveryWithBody, attempts: AttemptRow[]) {
  return {
    ...presentDelivery(delivery),
    payload: parseJson(delivery.body) as Record<string, unknown>,
    attempt_log: attempts.map((attempt) => ({ ...toApi(attempt), at: toIsoMicros(attempt.at) })),
  }
}
