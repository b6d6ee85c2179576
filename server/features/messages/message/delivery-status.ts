// The order of a message's statuses: news comes in any order and more than once, and a status only ever rises.
import type { CarrierStatus } from '#server/ports/carrier.ts'

/** No failure and no `received` among them: they are ends. */
const order: readonly CarrierStatus[] = ['accepted', 'queued', 'sending', 'sent', 'delivered', 'read']
const failures: readonly CarrierStatus[] = ['failed', 'undelivered', 'canceled']

export function isFailedStatus(status: CarrierStatus): boolean {
  return failures.includes(status)
}

/**
 * The statuses that `news` may take the place of, for `where status = any(…)`. A failure takes the place of nothing that
 * was delivered, and nothing takes the place of a failure: it may have been paid back already.
 */
export function statusesBefore(news: CarrierStatus): CarrierStatus[] {
  if (isFailedStatus(news)) return order.slice(0, order.indexOf('delivered'))
  return order.slice(0, Math.max(0, order.indexOf(news)))
}

/** What a message is after `news` of it; `current` itself when the news is old, unknown or comes too late. */
export function laterStatus(current: CarrierStatus, news: CarrierStatus): CarrierStatus {
  return statusesBefore(news).includes(current) ? news : current
}

/** A failure told after the message had arrived: worth recording, though the status stays. */
export function contradictsDelivery(current: CarrierStatus, news: CarrierStatus): boolean {
  return isFailedStatus(news) && (current === 'delivered' || current === 'read')
}
