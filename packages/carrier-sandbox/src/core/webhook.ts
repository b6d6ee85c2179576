// A webhook to send, and its outcome.
import type { LoggedWebhook } from './activity-log.ts'

export interface OutgoingWebhook {
  kind: LoggedWebhook['kind']
  url: string
  method: 'GET' | 'POST'
  form: Record<string, string>
  messageSid: string
}

export interface WebhookOutcome {
  outcome: LoggedWebhook['outcome']
  contentType: string
  body: string
}

export interface WebhookDelivery {
  /** Resolves after the first attempt. */
  firstAttempt: Promise<void>
  /** Resolves after the last attempt, with its outcome. */
  done: Promise<WebhookOutcome>
}

export type SendWebhook = (webhook: OutgoingWebhook) => WebhookDelivery
