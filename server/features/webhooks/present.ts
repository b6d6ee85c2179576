// Converts deliveries to the fields of the API.
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { DeliveryDetail } from './get-delivery.ts'
import type { AttemptRow, DeliveryRow } from './store.ts'

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

export function presentDeliveryDetail(delivery: DeliveryDetail) {
  return {
    ...presentDelivery(delivery),
    payload: JSON.parse(delivery.body) as Record<string, unknown>,
    attempt_log: delivery.attemptLog.map(presentAttempt),
  }
}

function presentAttempt(attempt: AttemptRow) {
  return {
    at: toIsoMicros(attempt.at),
    status_code: attempt.statusCode,
    error: attempt.error,
    duration_ms: attempt.durationMs,
    response: attempt.response,
  }
}
