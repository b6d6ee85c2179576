// Events that webhooks emit.
declare module '#server/platform/context/event.ts' {
  interface Events {
    /** The receiver responded with 410: its webhook must be disabled. `hook` is as passed to `deliverWebhook`. */
    'webhook.gone': { accountId: number; hook: string }
  }
}

export {}
