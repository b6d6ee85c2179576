// A webhook to send, and its outcome.
import type { LoggedWebhook } from './activity-log.ts'

export type OutgoingWebhook = Omit<LoggedWebhook, 'atMs' | 'attempt' | 'outcome' | 'durationMs'>

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
