// The conversation of the scripted realtime server of OpenAI: its items, as the model knows them.
import type { RealtimeTurn } from './realtime-script.ts'

export interface ConversationItem {
  id: string
  type: 'message' | 'function_call' | 'function_call_output'
  role?: 'user' | 'assistant'
  /** What the model knows of the item. */
  text: string
  callId?: string
  /** The length of the audio that the server has sent, if the item is audio of the assistant. */
  audioMs?: number
}

/** Spoken at this speed, as in `toneFor`. */
export const msPerCharacter = 60

export function createConversation() {
  const items: ConversationItem[] = []
  const find = (id: unknown) => items.find((item) => item.id === id)

  return {
    find,
    hasCall: (callId: unknown) => items.some((item) => item.type === 'function_call' && item.callId === callId),
    /** Adds the item at the end, or after another one. */
    add(item: ConversationItem, previousId?: unknown): void {
      const position = items.findIndex(({ id }) => id === previousId)
      items.splice(position < 0 ? items.length : position + 1, 0, item)
    },
    remove(item: ConversationItem): void {
      items.splice(items.indexOf(item), 1)
    },
    truncate(item: ConversationItem, endMs: number): void {
      item.audioMs = endMs
      item.text = item.text.slice(0, Math.floor(endMs / msPerCharacter))
    },
    turns: (): RealtimeTurn[] =>
      items
        .filter(({ type, text }) => type !== 'function_call' && text !== '')
        .map(({ role, text }) => ({ role: role ?? 'tool', text })),
  }
}

export type Conversation = ReturnType<typeof createConversation>
