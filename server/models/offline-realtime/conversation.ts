// The conversation of one call, as the language model receives it.
import type { ChatMessage, ToolCall } from '#server/ports/language-model.ts'
import type { RealtimeMessage } from '#server/ports/realtime-model.ts'

interface UserEntry {
  role: 'user'
  text: string
  /** Recognized words, which the next recognized words continue. */
  isSpoken: boolean
}

/** One answer, or one text that the assistant speaks. */
export interface AssistantEntry {
  role: 'assistant'
  generation: number
  isComplete: boolean
  items: { id: string; text: string }[]
  calls: { call: ToolCall; result: string | undefined }[]
}

/** As in pipeline mode. */
const maxCharacters = 24_000
const maxEntries = 500

export type Conversation = ReturnType<typeof createConversation>

export function createConversation() {
  let entries: (UserEntry | AssistantEntry)[] = []

  /** Removes the oldest entries of a long conversation. */
  function append(entry: UserEntry | AssistantEntry): void {
    entries.push(entry)
    let characters = 0
    const last = entries.findLastIndex((candidate) => {
      characters += lengthOf(candidate)
      return characters > maxCharacters
    })
    // The latest entry stays, however long it is.
    const from = Math.min(Math.max(last + 1, entries.length - maxEntries), entries.length - 1)
    if (from > 0) entries = entries.slice(from)
  }

  function addAssistant(values: Partial<AssistantEntry>): AssistantEntry {
    const entry: AssistantEntry = {
      role: 'assistant',
      generation: -1,
      isComplete: true,
      items: [],
      calls: [],
      ...values,
    }
    append(entry)
    return entry
  }

  function addResult(call: ToolCall, result: string): void {
    const calls = entries.flatMap((entry) => (entry.role === 'assistant' ? entry.calls : []))
    const open = calls.find((candidate) => candidate.call.id === call.id && candidate.result === undefined)
    if (open) open.result = result
    else addAssistant({ calls: [{ call, result }] })
  }

  function addMessage(message: RealtimeMessage): void {
    if (message.role === 'tool') addResult(message.call, message.result)
    else if (message.role === 'user') append({ role: 'user', text: message.text, isSpoken: false })
    else addAssistant({ items: [{ id: '', text: message.text }] })
  }

  return {
    /** Adds final words of the customer. */
    hear(text: string): void {
      const last = entries.at(-1)
      if (last?.role === 'user' && last.isSpoken) last.text += ` ${text}`
      else append({ role: 'user', text, isSpoken: true })
    },
    add(messages: readonly RealtimeMessage[]): void {
      for (const message of messages) addMessage(message)
    },
    /** What the customer says afterwards follows the answer. */
    startAnswer: (generation: number): AssistantEntry => addAssistant({ generation, isComplete: false }),
    findAnswer: (item: string): AssistantEntry | undefined =>
      entries.find((entry) => entry.role === 'assistant' && entry.items.some(({ id }) => id === item)) as
        | AssistantEntry
        | undefined,
    /** Unless the item was heard to its end, later items of the same answer were not heard and are removed. */
    truncate(entry: AssistantEntry, item: string, heardText: string): void {
      const index = entry.items.findIndex(({ id }) => id === item)
      if (heardText.length >= entry.items[index]!.text.length) return
      entry.items.splice(index, entry.items.length, { id: item, text: heardText })
    },
    /** Without calls whose result is unknown, because vendors refuse them. */
    messages: (): ChatMessage[] => entries.flatMap(messagesOf),
  }
}

function lengthOf(entry: UserEntry | AssistantEntry): number {
  if (entry.role === 'user') return entry.text.length
  const words = entry.items.reduce((sum, { text }) => sum + text.length, 0)
  return words + (entry.calls.length > 0 ? JSON.stringify(entry.calls).length : 0)
}

function messagesOf(entry: UserEntry | AssistantEntry): ChatMessage[] {
  if (entry.role === 'user') return [{ role: 'user', content: entry.text }]
  const content = entry.items
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
    .join(' ')
  const answered = entry.calls.flatMap(({ call, result }) => (result === undefined ? [] : [{ call, result }]))
  if (answered.length === 0) return content === '' ? [] : [{ role: 'assistant', content }]
  return [
    { role: 'assistant', content, toolCalls: answered.map(({ call }) => call) },
    ...answered.map(({ call, result }) => ({
      role: 'tool' as const,
      toolCallId: call.id,
      toolName: call.name,
      content: result,
    })),
  ]
}
