// Events that webhooks emit.
export interface WebhookGone {
  accountId: number
  /** As passed to `deliverWebhook`. */
  hook: string
}

declare module '#server/platform/context/event.ts' {
  interface Events {
    /** The receiver responded with 410: its webhook must be disabled. */
    'webhook.gone': WebhookGone
  }
}
