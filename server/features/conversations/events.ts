// Events of conversations.
declare module '#server/platform/context/event.ts' {
  interface Events {
    /** Emitted again for a conversation that continues and ends again only if the assistant is set to retrigger it. */
    'conversation.ended': { accountId: number; conversationId: number }
    /** An agent wrote a message, which the channel delivers. */
    'conversation.person-wrote': { accountId: number; conversationId: number; messageId: number }
  }
}

export {}
