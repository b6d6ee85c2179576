// Creates requests for a language model under test, and collects its events.
import assert from 'node:assert/strict'
import type { Script } from '#server/models/scripted/script.ts'
import type { ScriptedServer } from '#server/models/scripted/server.ts'
import type {
  Generation,
  GenerationEvent,
  LanguageModel,
  ModelRef,
  ToolCall,
  ToolDefinition,
} from '#server/ports/language-model.ts'

export interface LanguageModelSetup extends AsyncDisposable {
  model: LanguageModel
  /** The requested model, which the response must name too. */
  ref: ModelRef
  /** The scripted vendor server of an adapter that calls a vendor. */
  vendor?: ScriptedServer
  /** A text that no error may contain. */
  secret?: string
}

export interface LanguageModelSetupOptions {
  script?: Script
  firstTokenTimeoutMs?: number
  totalTimeoutMs?: number
}

export const weatherTool: ToolDefinition = {
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

export async function listen(setup: LanguageModelSetup, generation: Partial<Generation> = {}) {
  const events = await collect(setup.model.stream(turn(setup, generation)))
  const text = events.map((event) => (event.type === 'text' ? event.delta : '')).join('')
  const calls: ToolCall[] = events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []))
  return { events, text, calls }
}

export function finishOf(events: GenerationEvent[]) {
  const last = events.at(-1)
  assert.ok(last?.type === 'finish')
  return last
}

export function turn(setup: LanguageModelSetup, generation: Partial<Generation> = {}): Generation {
  const messages: Generation['messages'] = [
    { role: 'system', content: 'You are Anna.' },
    { role: 'user', content: 'Good morning' },
  ]
  return { model: setup.ref, messages, temperature: 0.3, ...generation }
}

export async function collect(stream: AsyncIterable<GenerationEvent>, events: GenerationEvent[] = []) {
  for await (const event of stream) events.push(event)
  return events
}
