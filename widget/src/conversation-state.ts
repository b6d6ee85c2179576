// What the widget shows of a conversation.
import type { Message } from './messages.ts'

type Trouble = 'busy' | 'unavailable'

export interface Conversation {
  messages: readonly Message[]
  /** A person of the account answers instead of the assistant. */
  hasPerson: boolean
  /** The assistant can be called. */
  hasVoice: boolean
  /** The visitor can send files. */
  acceptsFiles: boolean
  /** It replaces one that was deleted while it was shown. */
  isRenewed: boolean
  /** Why nothing can be sent at the moment. */
  trouble: Trouble | undefined
  isWriting: boolean
}

export const emptyConversation: Conversation = {
  messages: [],
  hasPerson: false,
  hasVoice: false,
  acceptsFiles: false,
  isRenewed: false,
  trouble: undefined,
  isWriting: false,
}
