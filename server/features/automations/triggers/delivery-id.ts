// Finds the id of a delivery that senders repeat when they send the same event again.
import type { IncomingHttpHeaders } from 'node:http'
import { isObject } from '#contract/assistants/tool-parameters.ts'

/**
 * Headers whose documentation says that they are the same for all attempts at one delivery, and no other. An id that two
 * deliveries can share would lose one of them: WooCommerce's id changes once a second, and GitLab's `X-Gitlab-Event-UUID` is
 * the same for events that cause each other.
 */
const headerNames = [
  // Standard Webhooks, Parley's own webhooks among them.
  'webhook-id',
  'svix-id',
  // https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
  'idempotency-key',
  'x-github-delivery',
  'x-gitea-delivery',
  'x-shopify-webhook-id',
  'i-twilio-idempotency-token',
  'x-amz-sns-message-id',
  'x-atlassian-webhook-identifier',
  'x-zendesk-webhook-invocation-id',
  'linear-delivery',
]

/** Undefined if the sender has none. */
export function deliveryIdOf(headers: IncomingHttpHeaders, body: unknown): string | undefined {
  for (const name of headerNames) {
    const value = headers[name]
    if (typeof value === 'string' && value.trim() !== '') return `${name}: ${value.trim()}`
  }
  // https://github.com/cloudevents/spec/blob/main/cloudevents/bindings/http-protocol-binding.md
  const { 'ce-id': id, 'ce-source': source } = headers
  if (typeof id === 'string' && typeof source === 'string') return eventId(source, id)
  return isObject(body) ? idInBody(headers, body) : undefined
}

const eventId = (source: string, id: string): string => `event: ${JSON.stringify([source, id])}`

function idInBody(headers: IncomingHttpHeaders, body: Record<string, unknown>): string | undefined {
  const { id, object, type, event_id: eventName, specversion, source } = body
  // https://docs.stripe.com/api/events and /api/v2/core/events
  if (typeof id === 'string' && /^evt_\w/.test(id) && /(?:^|\.)event$/.test(String(object))) return `stripe: ${id}`
  // https://docs.slack.dev/apis/events-api
  if (typeof eventName === 'string' && /^Ev\w/.test(eventName) && type === 'event_callback')
    return `slack: ${eventName}`
  // https://core.telegram.org/bots/api#update
  const { update_id: updateId } = body
  if (headers['x-telegram-bot-api-secret-token'] !== undefined && Number.isSafeInteger(updateId))
    return `telegram: ${updateId}`
  // https://developer.paypal.com/api/rest/webhooks
  if (typeof id === 'string' && /^WH-\w/.test(id) && body['event_type'] !== undefined) return `paypal: ${id}`
  // https://developer.squareup.com/docs/webhooks and https://developer.paddle.com/webhooks
  if (typeof eventName === 'string' && (body['merchant_id'] ?? body['notification_id']) !== undefined)
    return `event: ${eventName}`
  // https://cloud.google.com/pubsub/docs/push
  const { message, subscription } = body
  if (typeof subscription === 'string' && isObject(message) && typeof message['messageId'] === 'string')
    return eventId(subscription, message['messageId'])
  if (specversion !== undefined && typeof id === 'string' && typeof source === 'string') return eventId(source, id)
  return undefined
}
