// Knows which messages of the conversation a session with a realtime model does not have yet.
import type { ToolCall } from '#server/ports/language-model.ts'
import type { RealtimeMessage } from '#server/ports/realtime-model.ts'
import type { HistoryMessage } from '../engine/mode.ts'

/** The number of messages before the first one whose words were not known. */
export function knownLength(messages: readonly HistoryMessage[]): number {
  const unknown = messages.findIndex(({ role, content }) => role === 'user' && content === '')
  return unknown === -1 ? messages.length : unknown
}

export function createHistorySync() {
  /** Messages up to this one are in the session. */
  let lastId = 0
  /** An earlier session has heard the audio of the messages. */
  let isNew = false
  /** What the session itself has said. */
  const spoken = new Set<number>()

  function toRealtime(message: HistoryMessage, calls: ReadonlyMap<string, ToolCall>): RealtimeMessage | undefined {
    if (message.role === 'tool') {
      const call = calls.get(message.toolCallId)
      return call && { role: 'tool', call, result: message.content }
    }
    const { role, content: text, isAudio, generation } = message
    if (text === '') return undefined
    // A message between others is not an instruction for all models.
    if (role === 'system') return { role: 'user', text: whisper(text) }
    if (role === 'user') return isAudio && !isNew ? undefined : { role, text }
    return generation !== undefined && spoken.has(generation) ? undefined : { role, text }
  }

  return {
    /** The messages that the session needs before it answers, or before it hears more audio. */
    missing(history: readonly HistoryMessage[], { isAnswered = true } = {}): RealtimeMessage[] {
      const calls = new Map<string, ToolCall>()
      const missing: RealtimeMessage[] = []
      for (const message of history) {
        if (message.role === 'assistant') for (const call of message.toolCalls ?? []) calls.set(call.id, call)
        if (message.id <= lastId) continue
        const added = toRealtime(message, calls)
        if (added) missing.push(added)
      }
      lastId = history.at(-1)?.id ?? lastId
      if (isAnswered) isNew = false
      // Earlier generations are not asked for again.
      spoken.clear()
      return missing
    },
    spoke(generation: number): void {
      spoken.add(generation)
    },
    /** A new session knows nothing. It may have heard the end of the last message, whose words do no harm. */
    reset(): void {
      isNew = true
      lastId = 0
      spoken.clear()
    },
  }
}

const whisper = (text: string): string =>
  `[Your supervisor instructs you, and the customer does not hear it: ${text} Follow this until the end of the call, and do not mention it.]`
