// Decides what happens with a complete turn of the customer: an answer, the greeting, or nothing.
import type { CallRecord } from './call-record.ts'
import type { CompleteTurn } from './customer-turn.ts'

export interface ConversationOptions {
  record: CallRecord
  /** Said after the first words of the customer, if the assistant waits for them. */
  greeting: string | undefined
  /** The call is over or belongs to a machine: words are only recorded. */
  isOver(): boolean
  isRunningTools(): boolean
  /** Whether the assistant speaks or is about to. */
  isSpeaking(): boolean
  /** The turn needs no answer. */
  isBackchannel(turn: CompleteTurn): boolean
  /** The assistant goes on speaking. */
  goOn(): void
  /** Keys that are being collected are complete. */
  finishKeys(): void
  say(text: string): void
  answer(turn: CompleteTurn): void
}

export type Conversation = ReturnType<typeof createConversation>

export function createConversation(options: ConversationOptions) {
  const { record } = options
  let { greeting } = options
  /** The customer said this while the assistant was speaking, and did not interrupt it. */
  let pending: CompleteTurn | undefined

  function respond(turn: CompleteTurn): void {
    if (greeting === undefined) {
      options.answer(turn)
      return
    }
    const text = greeting
    greeting = undefined
    record.customerSaid(turn)
    options.say(text)
  }

  return {
    isGreetingDue: () => greeting !== undefined,
    turnComplete(turn: CompleteTurn): void {
      if (options.isOver()) {
        record.customerSaid(turn)
      } else if (options.isRunningTools()) {
        record.customerSaid(turn)
        options.goOn()
        options.finishKeys()
      } else if (!options.isSpeaking()) {
        respond(turn)
      } else {
        options.goOn()
        if (options.isBackchannel(turn)) record.customerSaid(turn, { inHistory: false })
        else pending = pending ? { ...turn, text: `${pending.text} ${turn.text}`, startedMs: pending.startedMs } : turn
      }
    },
    /** The assistant has finished speaking: answers what the customer said in the meantime. */
    answerPending(): void {
      const turn = pending
      pending = undefined
      if (turn) respond(turn)
    },
    /** The customer has interrupted, so earlier words are part of the new turn. */
    clearPending(): void {
      if (pending) record.customerSaid(pending)
      pending = undefined
    },
  }
}
