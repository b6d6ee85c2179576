// Types of conversations, messages and turns.
import type { z } from 'zod'
import type { conversationType } from '#contract/conversations/conversation-fields.ts'
import type { AssistantSettings } from '#server/features/assistants/index.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export type ConversationType = z.infer<typeof conversationType>
/** `person` is an agent; the database stores this word. */
export type Author = 'customer' | 'assistant' | 'person'

export interface FunctionCall {
  id: string
  name: string
  arguments: Record<string, unknown>
  result: unknown
  /** Calls of the same round were made together. */
  round: number
}

/** Why a message failed. */
export interface Fault {
  /** A refusal code of sending messages. */
  code: string
  message: string
}

export interface Message {
  id: number
  /** Shared by a message and its answer. 0 is the greeting; earlier messages of the customer are negative. */
  turn: number
  /** 0 is the customer's message. */
  part: number
  author: Author
  content: string
  state: 'pending' | 'done' | 'failed'
  functionCalls: FunctionCall[] | null
  /** Identifies the request or job that the message belongs to. */
  effectKey: string | null
  /** Set for a message that failed before it reached its channel. */
  fault: Fault | null
  createdAt: Timestamp
}

export type Extracted = Record<string, string | number | bigint | boolean | null>

export interface Conversation {
  accountId: number
  id: number
  uuid: string
  /** The assistant that answers; it may have been deleted. Null if the sender has none, so an agent answers. */
  assistantId: number | null
  type: ConversationType
  customerIdentifier: string | null
  customerPhone: string | null
  customerName: string | null
  variables: Record<string, string>
  /** An anonymous visitor set the variables, so the prompt does not trust them. */
  variablesFromVisitor: boolean
  /** The variables that are data of a run of a flow, which anyone can have sent. */
  unverifiedVariables: string[]
  /** The assistant owns the conversation; `ownerId` is null then. */
  aiEnabled: boolean
  /** The member who owns it. */
  ownerId: number | null
  /** Null if the snooze is over. */
  snoozedUntil: Timestamp | null
  status: 'new' | 'open' | 'ended'
  endRequested: boolean
  turns: number
  /** The turns that wait for their answer; the first one is being answered. */
  turnQueue: number[]
  /** When the claim of the first turn expires. */
  turnUntil: Timestamp | null
  messageCount: number
  /** Those of messages, and those that were uploaded within the last day. */
  fileCount: number
  costMicros: number
  timesEnded: number
  extractedVariables: Extracted | null
  lastActivityAt: Timestamp
  /** The latest time at which it was opened; null before its first turn. */
  openedAt: Timestamp | null
  endedAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** What a test conversation tries instead of the saved settings, until it is deleted. */
export interface TriedSettings {
  assistantId: number
  settings: AssistantSettings
}

export interface ConversationWithHistory extends Conversation {
  /** The latest messages, oldest first. */
  history: Message[]
}

export interface TurnKey {
  accountId: number
  conversationId: number
  turn: number
}

/** Whether the message is answered, or its answer is pending. */
export function isVisible(message: Message, conversation: Conversation, now: Date): boolean {
  if (message.state === 'done') return true
  return message.state === 'pending' && conversation.turnQueue.includes(message.turn) && isQueueLive(conversation, now)
}

/** False if the queue is empty or the claim of its first turn has expired. */
export function isQueueLive({ turnQueue, turnUntil }: Conversation, now: Date): boolean {
  return turnQueue.length > 0 && turnUntil !== null && new Date(turnUntil) > now
}
