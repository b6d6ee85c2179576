// Tests the realtime models of OpenAI with servers and networks that behave badly, and with turn detection.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { WebSocketServer } from 'ws'
import type { RealtimeSettings } from '#server/ports/realtime-model.ts'
import { openConversation, silence } from '#server/testing/suites/realtime-model/conversation.ts'
import type { ResponseFault } from '../scripted-speech-servers/openai-realtime-response.ts'
import {
  type ScriptedOpenAiRealtimeOptions,
  startScriptedOpenAiRealtime,
} from '../scripted-speech-servers/openai-realtime-server.ts'
import { encodeSpokenWords } from '../scripted-speech-servers/spoken-words.ts'
import { createOpenAiRealtimeModel, type OpenAiRealtimeLimits } from './openai-realtime.ts'

const apiKey = 'openai-key'
const settings: RealtimeSettings = {
  vendor: 'openai',
  model: 'gpt-realtime',
  output: 'audio',
  voice: 'marin',
  gender: 'female',
  speed: 1,
  instructions: 'You are a waiter.',
  language: 'en',
  temperature: 0.5,
  tools: [{ name: 'find_table', description: 'Finds a free table.', parameters: { type: 'object', properties: {} } }],
  facts: {},
  detectsTurns: false,
}
const text = 'Good morning, how can I help you today?'
const timed = { timeout: 30_000 }

describe('bad answers of OpenAI', () => {
  for (const [fault, output, code] of [
    ['other-modality', 'audio', 'no_audio'],
    ['endless-audio', 'audio', 'answer_too_long'],
    ['endless-text', 'text', 'answer_too_long'],
    ['no-events', 'audio', 'timeout'],
    ['content-filter', 'text', 'content_filtered'],
    [{ failed: 'insufficient_quota' }, 'audio', 'quota_exhausted'],
    [{ failed: 'constructor' }, 'audio', 'unavailable'],
  ] as [ResponseFault, 'audio' | 'text', string][]) {
    test(`fails with ${code} after ${JSON.stringify(fault)}, and answers the next request`, timed, async () => {
      await using server = await start({ responseFault: (index) => (index === 0 ? fault : undefined) })
      using call = server.call({ output }, { responseMs: 300, cancelMs: 300 })
      call.session.respond(1, { mayCallTools: false })
      await call.failed(code)
      assert.equal(call.session.respond(2, { mayCallTools: false }), undefined)
      await call.seen('answered')
      assert.equal(call.textOf(2), text)
      assert.deepEqual(server.violations, [])
    })
  }

  test('uses the words of the audio if text was asked for', timed, async () => {
    await using server = await start({ responseFault: () => 'other-modality' })
    using call = server.call({ output: 'text' })
    call.session.respond(1, { mayCallTools: false })
    await call.answered(1)
    assert.equal(call.textOf(1), text)
    assert.equal(call.audioMs(1), 0)
    call.session.truncate(call.itemsOf(1)[0]!, { heardMs: 100, heardText: 'Good' })
    call.session.respond(2, { mayCallTools: false })
    await call.answered(2)
    assert.equal(server.turns.at(-1)?.[0]?.text, 'Good')
    assert.deepEqual(server.violations, [])
  })

  test('speaks an answer that begins with text', timed, async () => {
    await using server = await start({ responseFault: () => 'text-then-audio' })
    using call = server.call()
    call.session.respond(1, { mayCallTools: false })
    await call.answered(1)
    assert.equal(call.textOf(1), text)
    assert.equal(call.audioMs(1), text.length * 60)
  })

  test('gives repeated ids of the server different items', timed, async () => {
    await using server = await start({ responseFault: () => 'repeated-item-id' })
    using call = server.call()
    for (const generation of [1, 2]) {
      call.session.respond(generation, { mayCallTools: false })
      await call.answered(generation)
    }
    assert.notEqual(call.itemsOf(1)[0], call.itemsOf(2)[0])
  })

  test('delivers several items of one answer, and one item of a given text', timed, async () => {
    await using server = await start({ responseFault: () => 'two-items' })
    using call = server.call()
    call.session.respond(1, { mayCallTools: false })
    call.session.speak(2, 'Hello.')
    await call.answered(2)
    assert.deepEqual([call.itemsOf(1).length, call.itemsOf(2).length], [2, 1])
  })

  test('reports the given text if the server sends no transcript', timed, async () => {
    await using server = await start({ responseFault: () => 'no-transcript' })
    using call = server.call()
    call.session.speak(1, 'Hello.')
    await call.answered(1)
    assert.equal(call.textOf(1), 'Hello.')
  })

  test('calls a tool without arguments if they are not valid JSON', timed, async () => {
    await using server = await start({
      script: () => ({ calls: [{ name: 'find_table', arguments: { guests: 4 } }] }),
      responseFault: () => 'invalid-arguments',
    })
    using call = server.call()
    call.session.respond(1, { mayCallTools: true })
    assert.deepEqual((await call.answered(1)).toolCalls[0]?.arguments, {})
  })

  for (const hasEventIds of [true, false]) {
    const how = hasEventIds ? '' : ', also without the ids of events'
    test(`repeats a request that conflicts with another response${how}`, timed, async () => {
      await using server = await start({ conflicts: 2, hasEventIds })
      using call = server.call()
      call.session.respond(1, { mayCallTools: false })
      await call.answered(1)
      assert.equal(server.received.filter(({ type }) => type === 'response.create').length, 3)
    })
  }

  test('gives up a request that always conflicts', timed, async () => {
    await using server = await start({ conflicts: 100 })
    using call = server.call()
    call.session.respond(1, { mayCallTools: false })
    await call.failed('bad_request')
  })

  test('truncates only what was delivered, in whole milliseconds', timed, async () => {
    await using server = await start({ script: () => ({ text, isEndless: true }) })
    using call = server.call()
    for (const [generation, heardMs] of [-5, Number.NaN, 0.4, 100.7, 1e9].entries()) {
      call.session.respond(generation, { mayCallTools: false })
      await call.delivered(generation)
      call.session.truncate(call.itemsOf(generation)[0]!, { heardMs, heardText: 'Good' })
    }
    call.session.respond(9, { mayCallTools: false })
    await call.delivered(9)
    const ends = server.received.flatMap((event) => (event.type === 'conversation.item.truncate' ? [event] : []))
    assert.equal(ends[0]?.audio_end_ms, 100)
    assert.equal(ends[1]?.audio_end_ms, call.audioMs(4))
    assert.equal(server.received.filter(({ type }) => type === 'conversation.item.delete').length, 3)
    assert.deepEqual(server.violations, [])
  })
})

describe('failures of the connection to OpenAI', () => {
  for (const [name, options, code] of [
    ['a wrong API key', { apiKey: 'another key' }, 'unauthorised'],
    ['no handshake', { faultOf: () => ({ handshake: 'no-response' }) }, 'timeout'],
    ['a server error', { faultOf: () => ({ handshake: 503 }) }, 'unavailable'],
    ['settings without confirmation', { settings: 'no confirmation' }, 'timeout'],
    ['an unknown model', { settings: { error: 'model_not_found' } }, 'not_found'],
    ['garbage', { faultOf: () => ({ afterMessages: 1, fault: 'garbage' }) }, 'unreadable'],
    ['a binary message', { faultOf: () => ({ afterMessages: 1, fault: 'binary' }) }, 'unreadable'],
    ['a message of 1 MiB', { faultOf: () => ({ afterMessages: 1, fault: 'huge' }) }, 'unreadable'],
    ['a lost connection', { responseFault: () => 'disconnect' }, 'unavailable'],
  ] as [string, Partial<ScriptedOpenAiRealtimeOptions>, string][]) {
    test(`fails once with ${code} after ${name}`, timed, async () => {
      await using server = await start(options)
      using call = server.call({}, { connectTimeoutMs: 300, settingsMs: 300 })
      call.session.respond(1, { mayCallTools: false })
      await call.failed(code)
      await call.noMoreEvents()
    })
  }

  test('reports the end of a session by the vendor as retryable', timed, async () => {
    await using server = await start()
    using call = server.call()
    call.session.respond(1, { mayCallTools: false })
    await call.answered(1)
    server.expireSessions()
    assert.equal((await call.failed('session_expired')).retryable, true)
  })

  test('fails with stalled if the server does not answer pings', timed, async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false })
    server.on('connection', (socket) => socket.once('message', () => socket.send('{"type":"session.updated"}')))
    await once(server, 'listening')
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    {
      const adapter = createOpenAiRealtimeModel({ baseUrl, limits: { pingMs: 20 } })
      using call = openConversation({ adapter, settings })
      await assert.rejects(
        call.until(() => false),
        { code: 'stalled', retryable: true },
      )
    }
    server.close()
    await once(server, 'close')
  })
})

describe('the words of the caller from OpenAI', () => {
  for (const [transcription, words] of [
    ['failed', []],
    ['never', []],
    ['partial', ['one two']],
    ['reversed', ['one two', 'three four']],
  ] as const) {
    test(`answers every pause if transcripts are ${transcription}`, timed, async () => {
      await using server = await start({ transcription })
      using call = server.call({}, { transcriptMs: 200 })
      const phrases = transcription === 'reversed' ? ['one two', 'three four'] : ['one two']
      for (const phrase of phrases) call.say(encodeSpokenWords(phrase))
      await call.finalized(phrases.length)
      assert.deepEqual(
        call.events.flatMap((event) => (event.type === 'final' ? [event.text] : [])),
        words,
      )
      assert.deepEqual(server.violations, [])
    })
  }

  test('does not send long silence', timed, async () => {
    await using server = await start()
    using call = server.call()
    call.write(silence(10_000))
    call.say(encodeSpokenWords('one two'))
    call.write(silence(10_000))
    await call.finalized(1)
    const bytes = server.received
      .filter(({ type }) => type === 'input_audio_buffer.append')
      .reduce((sum, { audio }) => sum + Buffer.from(String(audio), 'base64').length, 0)
    // 300 ms before the speech, 400 ms of words, and 400 ms after it.
    assert.equal(bytes, 1_100 * 8)
  })

  test('reports the end of a turn that the vendor detects', timed, async () => {
    await using server = await start()
    using call = server.call({ detectsTurns: true })
    call.say(encodeSpokenWords('one two'))
    call.write(silence(600))
    await call.finalized(1)
    assert.deepEqual(
      call.events.flatMap(({ type }) => (type === 'turnEnded' || type === 'final' ? [type] : [])),
      ['turnEnded', 'final'],
    )
    call.session.respond(1, { mayCallTools: false })
    await call.answered(1)
    assert.equal(server.received.filter(({ type }) => type === 'input_audio_buffer.commit').length, 0)
    // An answer that is requested before the vendor has detected the end of the turn.
    call.say(encodeSpokenWords('three four'))
    call.session.respond(2, { mayCallTools: false })
    await call.answered(2)
    assert.equal(server.turns.at(-1)?.at(-1)?.text, 'three four')
    assert.equal(call.words(), 'one two three four')
    assert.deepEqual(server.violations, [])
  })
})

async function start(options: Partial<ScriptedOpenAiRealtimeOptions> = {}) {
  const turns: { role: string; text: string }[][] = []
  const server = await startScriptedOpenAiRealtime({
    apiKey,
    ...options,
    script(request) {
      turns.push([...request.turns])
      return options.script?.(request) ?? { text }
    },
  })
  return {
    ...server,
    turns,
    call(changes: Partial<RealtimeSettings> = {}, limits: Partial<OpenAiRealtimeLimits> = {}) {
      const adapter = createOpenAiRealtimeModel({ apiKey, baseUrl: `${server.baseUrl}/v1`, limits })
      const call = openConversation({ adapter, settings }, changes)
      return {
        ...call,
        /** Waits for an event of the type, also after a failure. */
        async seen(type: string) {
          while (!call.events.some((event) => event.type === type))
            await new Promise((resolve) => setImmediate(resolve))
        },
        /** Waits for the failure of the session or of an answer. */
        async failed(code: string) {
          const failure = await call
            .until(() => false)
            .catch((error: Error & { code?: string; retryable?: boolean }) => error)
          assert.equal(failure?.code, code)
          return failure!
        },
      }
    },
  }
}
