// What conversations tell the house.

declare module '#server/platform/context/event.ts' {
  interface Events {
    /** It fell quiet or was said goodbye to; told again after a restart only when the assistant asks for that. */
    'conversation.ended': { accountId: number; conversationId: number }
    /** A person of the account wrote to the customer: whoever carries the channel sends it on. */
    'conversation.person-wrote': { accountId: number; conversationId: number; messageId: number }
  }
}

export {}
