// The test suite for every adapter of the language model port.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type {
  Generation,
  GenerationEvent,
  LanguageModel,
  ModelRef,
  ToolDefinition,
} from '#server/ports/language-model.ts'
import type { Script } from '../language-models/script.ts'
import type { ScriptedServer } from '../language-models/server.ts'

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
  const calls = events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []))
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

export function languageModelSuite(
  name: string,
  open: (options?: LanguageModelSetupOptions) => Promise<LanguageModelSetup>,
): void {
  describe(`language model: ${name}`, () => {
    test('streams text and ends with one finish that names the model', async () => {
      await using setup = await open()
      const { events, text } = await listen(setup)
      assert.ok(text.trim().length > 0)
      assert.ok(events.every((event) => event.type !== 'text' || event.delta.length > 0))
      assert.equal(events.filter((event) => event.type === 'finish').length, 1)
      const last = finishOf(events)
      assert.deepEqual([last.reason, last.model], ['stop', setup.ref])
      for (const count of Object.values(last.usage)) assert.ok(Number.isInteger(count) && count >= 0)
    })

    test('serves concurrent turns without mixing them', async () => {
      await using setup = await open({ script: ({ body }) => `Echo ${JSON.stringify(body).match(/caller-\d+/)?.[0]}` })
      const callers = Array.from({ length: 20 }, (_, index) => `caller-${index}`)
      const answers = await Promise.all(
        callers.map((caller) => listen(setup, { messages: [{ role: 'user', content: `call ${caller}` }] })),
      )
      assert.ok(answers.every(({ events }) => events.at(-1)?.type === 'finish'))
      for (const [index, { text }] of answers.entries()) if (setup.vendor) assert.equal(text, `Echo ${callers[index]}`)
    })

    test('calls a tool when the request requires it', async () => {
      await using setup = await open({ script: { pieces: [{ tool: 'get_weather', arguments: { city: 'Rome' } }] } })
      const { events, calls } = await listen(setup, { tools: [weatherTool], toolChoice: 'required' })
      const [call] = calls
      assert.deepEqual([calls.length, call?.name, typeof call?.arguments.city], [1, 'get_weather', 'string'])
      assert.ok(call?.id)
      assert.equal(finishOf(events).reason, 'tool-calls')
    })

    test('continues with text after the results of its tools', async () => {
      await using setup = await open({ script: 'Sunny.' })
      const call = { id: 'call_1', name: 'get_weather', arguments: { city: 'Rome' } }
      const { text } = await listen(setup, {
        tools: [weatherTool],
        messages: [
          { role: 'user', content: 'Weather in Rome?' },
          { role: 'assistant', content: '', toolCalls: [call] },
          { role: 'tool', toolCallId: call.id, toolName: call.name, content: '{"sky":"sunny"}' },
        ],
      })
      assert.match(text, /sunny/i)
    })

    test('accepts a conversation without a user message, and one that was interrupted', async () => {
      const interrupted: Generation['messages'] = [
        { role: 'assistant', content: 'Welcome!' },
        { role: 'user', content: '' },
        { role: 'tool', toolCallId: 'unknown', toolName: 'get_weather', content: 'orphan' },
        { role: 'assistant', content: ' ', toolCalls: [{ id: 'call_9', name: 'get_weather', arguments: {} }] },
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Are you there?' },
        { role: 'assistant', content: 'Yes.' },
      ]
      await using setup = await open()
      const opening = await listen(setup, { messages: [{ role: 'system', content: 'You are Anna.' }] })
      assert.ok(opening.text.length > 0)
      assert.ok((await listen(setup, { tools: [weatherTool], messages: interrupted })).text.length > 0)
    })

    test('sends nothing if the caller aborts before the start', async () => {
      await using setup = await open()
      const reason = new Error('hung up')
      await assert.rejects(listen(setup, { signal: AbortSignal.abort(reason) }), reason)
      assert.equal(setup.vendor?.requests.length ?? 0, 0)
    })

    test('stops when the caller aborts during the response', async () => {
      await using setup = await open({ script: { pieces: ['One ', { stall: true }] } })
      const caller = new AbortController()
      const reason = new Error('hung up')
      const events: GenerationEvent[] = []
      await assert.rejects(async () => {
        for await (const event of setup.model.stream(turn(setup, { signal: caller.signal }))) {
          events.push(event)
          caller.abort(reason)
        }
      }, reason)
      assert.equal(events.length, 1)
      assert.equal(await setup.vendor?.requests.at(-1)?.closed, setup.vendor ? false : undefined)
    })
  })
}
