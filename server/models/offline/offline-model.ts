// The built-in offline model, which answers from simple patterns without a network.
import type { ChatMessage, Generation, GenerationEvent, LanguageModel, ModelRef } from '#server/ports/language-model.ts'
import { composeAnswer } from './answer.ts'
import { findToolCall } from './tool-calls.ts'

export const offlineRef: ModelRef = { vendor: 'offline', code: 'parley-offline' }

/** The same conversation always gets the same answer. Usage counts words instead of tokens. */
export function createOfflineModel(): LanguageModel {
  return { stream }
}

async function* stream(generation: Generation): AsyncGenerator<GenerationEvent> {
  const { messages, facts = {}, signal, maxOutputTokens = Number.POSITIVE_INFINITY } = generation
  signal?.throwIfAborted()
  const inputTokens = countWords(messages)

  const call = findToolCall(generation)
  if (call) {
    yield { type: 'tool-call', call }
    const usage = { inputTokens, outputTokens: 1 }
    yield { type: 'finish', reason: 'tool-calls', usage, model: { ...offlineRef } }
    return
  }

  const answer = composeAnswer(messages, facts).trimEnd()
  const words = answer === '' ? [] : answer.split(/(?<=\S)(?=\s)/)
  const said = words.slice(0, Math.max(1, maxOutputTokens))
  for (const delta of said) {
    signal?.throwIfAborted()
    yield { type: 'text', delta }
  }
  yield {
    type: 'finish',
    reason: said.length < words.length ? 'length' : 'stop',
    usage: { inputTokens, outputTokens: said.length },
    model: { ...offlineRef },
  }
}

function countWords(messages: ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + (content.match(/\S+/g)?.length ?? 0), 0)
}
