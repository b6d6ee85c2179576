// Events of calls.
declare module '#server/platform/context/event.ts' {
  interface Events {
    /** The call is over and paid for. It may not have been evaluated yet. */
    'call.ended': { accountId: number; callId: number }
  }
}

export {}
