// A webhook as it is asked for, and what became of it.
import type { LoggedWebhook } from './request-log.ts'

export interface WebhookToPost {
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

export interface Posting {
  /** The first try is over. */
  tried: Promise<void>
  /** All tries are over; tells of the last. */
  done: Promise<WebhookOutcome>
}

export type WebhookPost = (webhook: WebhookToPost) => Posting
