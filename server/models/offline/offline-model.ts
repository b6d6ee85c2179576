// The built-in offline model, which answers from its instructions, variables and documents without a network.
import type {
  ChatMessage,
  Generation,
  GenerationEvent,
  LanguageModel,
  ModelRef,
  ToolCall,
} from '#server/ports/language-model.ts'
import { composeAnswer, findSearchQuery, isGoodbye } from './answer.ts'
import { nextBookingStep } from './booking.ts'
import { handOver } from './hand-over.ts'
import { searchCall } from './passages.ts'
import { endCall, optOut, requiredCall } from './tool-calls.ts'

export const offlineRef: ModelRef = { vendor: 'offline', code: 'parley-offline' }

/** The same conversation always gets the same answer. Usage counts words instead of tokens. */
export function createOfflineModel(): LanguageModel {
  return { stream }
}

async function* stream(generation: Generation): AsyncGenerator<GenerationEvent> {
  const { messages, signal, maxOutputTokens = Number.POSITIVE_INFINITY } = generation
  signal?.throwIfAborted()
  const inputTokens = countWords(messages)

  const direct = requiredCall(generation) ?? optOut(generation)
  const step = direct
    ? { says: '', call: direct }
    : (handOver(generation) ?? bookingCall(generation) ?? search(generation))
  const call = step?.call ?? (isGoodbye(generation) ? endCall(generation) : undefined)
  const answer = step?.says ?? composeAnswer(generation).trimEnd()
  const words = answer === '' ? [] : answer.split(/(?<=\S)(?=\s)/)
  const said = words.slice(0, Math.max(1, maxOutputTokens))
  for (const delta of said) {
    signal?.throwIfAborted()
    yield { type: 'text', delta }
  }
  if (call) yield { type: 'tool-call', call }
  const reason = call ? 'tool-calls' : said.length < words.length ? 'length' : 'stop'
  const usage = { inputTokens, outputTokens: said.length + (call ? 1 : 0) }
  yield { type: 'finish', reason, usage, model: { ...offlineRef } }
}

interface Step {
  says: string
  call: ToolCall
}

function bookingCall(generation: Generation): Step | undefined {
  const { says = '', call } = nextBookingStep(generation) ?? {}
  return call && { says, call }
}

function search(generation: Generation): Step | undefined {
  if (searchCall(generation, '') === undefined) return undefined
  const query = findSearchQuery(generation)
  const call = query === undefined ? undefined : searchCall(generation, query)
  return call && { says: '', call }
}

function countWords(messages: ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + (content.match(/\S+/g)?.length ?? 0), 0)
}
