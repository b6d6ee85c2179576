// The conversation as the house knows it: its messages, its turns, who said what.
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export type ConversationType = 'test' | 'widget' | 'chatapp' | 'api'
export type Author = 'customer' | 'assistant' | 'person'

export interface FunctionCall {
  id: string
  name: string
  arguments: Record<string, unknown>
  result: unknown
  /** Calls of one round were made together, before the model spoke again. */
  round: number
}

/** Why a message came to nothing. */
export interface Fault {
  /** As refusals of sending name it. */
  code: string
  sentence: string
}

export interface Message {
  id: number
  /** One message with what answers it; 0 is the greeting, or with those before it what was said earlier. */
  turn: number
  /** 0 is what the customer said. */
  part: number
  author: Author
  content: string
  state: 'pending' | 'done' | 'failed'
  functionCalls: FunctionCall[] | null
  /** Of an answer that belongs to an effect. */
  effectKey: string | null
  /** Of one that failed before its channel had it. */
  fault: Fault | null
  createdAt: Timestamp
}

export type Extracted = Record<string, string | number | boolean | null>

export interface Conversation {
  accountId: number
  id: number
  uuid: string
  /** The assistant that answers; it may have been deleted. Null if the chat-app sender has none: a person answers. */
  assistantId: number | null
  type: ConversationType
  customerIdentifier: string | null
  customerPhone: string | null
  customerName: string | null
  variables: Record<string, string>
  /** Nobody vouches for the variables: the prompt treats them as a stranger's words. */
  variablesFromVisitor: boolean
  aiEnabled: boolean
  status: 'new' | 'open' | 'ended'
  endRequested: boolean
  turns: number
  turnLine: number[]
  turnUntil: Timestamp | null
  messageCount: number
  costMicros: number
  timesEnded: number
  extractedVariables: Extracted | null
  lastActivityAt: Timestamp
  endedAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** With its latest messages, oldest first. */
export interface ConversationWithHistory extends Conversation {
  history: Message[]
}

/** A turn in one conversation, as a place in its line. */
export interface TurnKey {
  accountId: number
  conversationId: number
  turn: number
}

/** Whether the message is to be seen: its answer is there, or on its way. */
export function isVisible(message: Message, conversation: Conversation, now: Date): boolean {
  if (message.state === 'done') return true
  return message.state === 'pending' && conversation.turnLine.includes(message.turn) && isQueueLive(conversation, now)
}

/** False when whoever answered the first turn of the line has not been heard of for too long. */
export function isQueueLive({ turnLine, turnUntil }: Conversation, now: Date): boolean {
  return turnLine.length > 0 && turnUntil !== null && new Date(turnUntil) > now
}
