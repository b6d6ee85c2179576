// What webhooks tell the house.

export interface WebhookGone {
  accountId: number
  /** As it was given to `deliverWebhook`. */
  hook: string
}

declare module '#server/platform/context/event.ts' {
  interface Events {
    /** The receiver answered 410: nothing more is to be sent to it. */
    'webhook.gone': WebhookGone
  }
}
