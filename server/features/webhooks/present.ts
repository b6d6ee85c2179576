// Converts deliveries to the fields of the API.
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { AttemptRow, DeliveryRow, DeliveryWithBody } from './store.ts'

export function presentDelivery(delivery: DeliveryRow) {
  return {
    id: delivery.id,
    webhook_id: delivery.messageId,
    kind: delivery.kind,
    subject: delivery.subject,
    url: delivery.url,
    status: delivery.status,
    attempts: delivery.attempts,
    last_status_code: delivery.lastStatusCode,
    last_error: delivery.lastError,
    next_attempt_at: delivery.nextAttemptAt && toIsoMicros(delivery.nextAttemptAt),
    created_at: toIsoMicros(delivery.createdAt),
    delivered_at: delivery.deliveredAt && toIsoMicros(delivery.deliveredAt),
  }
}

export function presentDeliveryDetail(delivery: DeliveryWithBody, attempts: AttemptRow[]) {
  return {
    ...presentDelivery(delivery),
    payload: JSON.parse(delivery.body) as Record<string, unknown>,
    attempt_log: attempts.map(({ at, statusCode, error, durationMs, response }) => ({
      at: toIsoMicros(at),
      status_code: statusCode,
      error,
      duration_ms: durationMs,
      response,
    })),
  }
}
