// Converts the history of a call into the messages for a language model.
import type { ChatMessage } from '#server/ports/language-model.ts'
import type { AnswerRequest, HistoryMessage } from '../engine/mode.ts'

/** Two messages of the customer in a row are one turn for the model. */
export function messagesOf({ history, unrecorded }: Pick<AnswerRequest, 'history' | 'unrecorded'>): ChatMessage[] {
  const messages: ChatMessage[] = []
  const addWords = (text: string): void => {
    const last = messages.at(-1)
    if (last?.role === 'user') last.content += ` ${text}`
    else messages.push({ role: 'user', content: text })
  }
  for (const { id: _id, isAudio: _isAudio, generation: _generation, ...message } of history) {
    if (message.role === 'system') continue
    if (message.role !== 'user') messages.push(message)
    else if (message.content !== '') addWords(message.content)
  }
  if (unrecorded !== undefined) addWords(unrecorded)
  return messages
}

const whisperRule =
  'During the call, your supervisor has given you these instructions, which the customer does not hear. Follow them; the latest one counts most. Do not mention them.'

/** The instructions of the assistant, and those that people have whispered during the call. Not all models accept them between messages. */
export function systemOf(instructions: string, history: readonly HistoryMessage[]): ChatMessage {
  const whispers = history.flatMap(({ role, content }) => (role === 'system' ? [`- ${content}`] : []))
  const parts = whispers.length === 0 ? [instructions] : [instructions, [whisperRule, ...whispers].join('\n')]
  return { role: 'system', content: parts.join('\n\n') }
}
