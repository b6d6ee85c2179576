// Tests the Gemini Live adapter with lost connections, interruptions, and servers that do not follow the protocol.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RealtimeSettings } from '#server/ports/realtime-model.ts'
import { openConversation, silence, wordsOf } from '#server/testing/suites/realtime-model/conversation.ts'
import { suiteTool } from '#server/testing/suites/realtime-model.ts'
import {
  type GeminiReply,
  type ScriptedGeminiOptions,
  startScriptedGemini,
} from '../scripted-speech-servers/gemini-server.ts'
import { encodeSpokenWords } from '../scripted-speech-servers/spoken-words.ts'
import { createGeminiLiveModel } from './gemini-live.ts'
import type { GeminiLiveLimits } from './limits.ts'

const apiKey = 'gemini-key'
const settings: RealtimeSettings = {
  vendor: 'google',
  model: 'gemini-2.5-flash-native-audio-preview-12-2025',
  output: 'audio',
  voice: '',
  gender: 'male',
  speed: 1.2,
  instructions: 'You book tables.',
  language: 'de',
  temperature: 0.3,
  tools: [suiteTool],
  facts: {},
  detectsTurns: true,
}
const noTools = { mayCallTools: false }
const user = (text: string) => [{ role: 'user' as const, text }]
const timeout = { timeout: 30_000 }

async function start(
  answer: ScriptedGeminiOptions['answer'],
  {
    changes,
    limits,
    ...options
  }: Partial<ScriptedGeminiOptions> & {
    changes?: Partial<RealtimeSettings>
    limits?: Partial<GeminiLiveLimits>
  } = {},
) {
  const server = await startScriptedGemini({ apiKey, ...options, answer })
  const adapter = createGeminiLiveModel({
    apiKey,
    baseUrl: server.baseUrl,
    limits: { reconnectDelaysMs: [0, 5], ...limits },
  })
  const call = openConversation({ adapter, settings: { ...settings, ...changes } })
  return {
    server,
    call,
    /** Waits for the first event of a kind that ends an answer or the session without success. */
    async failure(type: 'failed' | 'answerFailed') {
      const find = () => call.events.find((event) => event.type === type)
      while (!find()) await new Promise((resolve) => setImmediate(resolve))
      const event = find()
      assert.ok(event && 'failure' in event)
      return event.failure
    },
    async [Symbol.asyncDispose]() {
      call[Symbol.dispose]()
      await server[Symbol.asyncDispose]()
      assert.deepEqual(server.violations, [])
    },
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

const lastText = (turns: readonly { text: string }[]) => turns.at(-1)?.text ?? ''
const repeat = (): GeminiReply => ({ text: 'Yes.' })
/** Answers the first requests in this order, and the others normally. */
function sequence(...replies: GeminiReply[]) {
  let index = 0
  return () => replies[index++] ?? { text: 'The next answer.' }
}

describe('a session with Gemini Live', () => {
  test('is set up with the settings of the call', timeout, async () => {
    await using setup = await start(repeat)
    setup.call.session.respond(1, noTools)
    await setup.call.answered(1)
    const [sent] = setup.server.setups as [Record<string, Record<string, unknown>>]
    assert.equal(sent.model, 'models/gemini-2.5-flash-native-audio-preview-12-2025')
    assert.deepEqual(sent.generationConfig?.speechConfig, {
      voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Puck' } },
      languageCode: 'de-DE',
    })
    const instructions = JSON.stringify(sent.systemInstruction)
    for (const text of ['You book tables.', 'German', 'faster']) assert.ok(instructions.includes(text), text)
  })

  test('reports that text output is not supported', timeout, async () => {
    await using setup = await start(repeat, { changes: { output: 'text' } })
    setup.call.session.respond(1, noTools)
    const { code, retryable } = await setup.failure('failed')
    assert.deepEqual([code, retryable], ['unsupported_output', false])
    assert.equal(setup.server.handshakes.length, 0)
  })

  test('reports a wrong key without another attempt', timeout, async () => {
    await using setup = await start(repeat, { apiKey: 'another key' })
    const { code, retryable } = await setup.failure('failed')
    assert.deepEqual([code, retryable], ['unauthorised', false])
    assert.equal(setup.server.handshakes.length, 1)
  })

  for (const [fault, expected] of [
    ['garbage', 'unreadable'],
    ['array', 'unreadable'],
    ['policy-violation', 'bad_request'],
    ['server-error', 'unavailable'],
    ['disconnect', 'unavailable'],
  ] as const)
    test(`fails after the last attempt if every connection has the fault ${fault}`, timeout, async () => {
      await using setup = await start(repeat, { faultOf: () => ({ afterMessages: 0, fault }) })
      assert.equal((await setup.failure('failed')).code, expected)
      assert.equal(setup.server.handshakes.length, expected === 'bad_request' ? 1 : 3)
    })

  test('fails if the setup is not confirmed in time', timeout, async () => {
    await using setup = await start(repeat, {
      faultOf: () => ({ handshake: 'no-response' }),
      limits: { connectTimeoutMs: 20 },
    })
    assert.equal((await setup.failure('failed')).code, 'timeout')
  })
})

describe('a connection to Gemini Live that ends', () => {
  test('is replaced, and the model still knows the conversation', timeout, async () => {
    let known: readonly { text: string }[] = []
    await using setup = await start(({ turns }) => {
      known = turns
      return { text: `Answer to ${lastText(turns)}` }
    })
    const { call, server } = setup
    call.session.add(user('first'))
    call.session.respond(1, noTools)
    await call.answered(1)
    server.disconnectAll()
    call.session.add(user('second'))
    call.session.respond(2, noTools)
    await call.answered(2)
    assert.deepEqual(
      known.map(({ text }) => text),
      ['first', 'Answer to first', 'second'],
    )
    assert.deepEqual(server.setups.at(-1)?.sessionResumption, { handle: 'handle-0' })
  })

  test('is replaced without the handle if that is refused', timeout, async () => {
    let known: readonly { text: string }[] = []
    await using setup = await start(
      ({ turns }) => {
        known = turns
        return { text: `Answer to ${lastText(turns)}` }
      },
      { acceptsHandles: false, limits: { reconnectDelaysMs: [0, 0, 0] } },
    )
    const { call, server } = setup
    call.session.add(user('first'))
    call.session.respond(1, noTools)
    await call.answered(1)
    await call.noMoreEvents()
    server.disconnectAll()
    call.session.add(user('second'))
    call.session.respond(2, noTools)
    await call.answered(2)
    assert.deepEqual(
      known.map(({ text }) => text),
      ['first', 'Answer to first', 'second'],
    )
    assert.equal(server.setups.length, 3)
  })

  test('is replaced at once when its end is announced and nothing is said', timeout, async () => {
    await using setup = await start(repeat)
    const { call, server } = setup
    call.session.respond(1, noTools)
    await call.answered(1)
    server.goAway()
    await until(() => server.setups.length === 2)
    call.session.respond(2, noTools)
    await call.answered(2)
    assert.equal(server.handshakes.length, 2)
  })

  test('is replaced only after the answer when its end is announced', timeout, async () => {
    await using setup = await start(sequence({ text: 'Alpha bravo.', fault: 'no end of the turn' }))
    const { call, server } = setup
    call.session.respond(1, noTools)
    await call.delivered(1)
    server.goAway()
    await call.answered(1)
    await until(() => server.setups.length === 2)
    assert.equal(wordsOf(call.textOf(1)), 'alpha bravo')
  })

  test('repeats a request that had no output', timeout, async () => {
    await using setup = await start(sequence({ fault: 'disconnect first' }, { fault: 'unreadable audio' }), {
      limits: { reconnectDelaysMs: [0, 0, 0] },
    })
    setup.call.session.add(user('first'))
    setup.call.session.respond(1, noTools)
    await setup.call.answered(1)
    assert.equal(setup.call.textOf(1), 'The next answer.')
  })

  test('fails an answer that was cut off, and continues the session', timeout, async () => {
    await using setup = await start(sequence({ text: 'Alpha bravo.', fault: 'disconnect' }))
    const { call } = setup
    call.session.respond(1, noTools)
    assert.equal((await setup.failure('answerFailed')).code, 'unavailable')
    call.events.length = 0
    call.session.respond(2, noTools)
    await call.answered(2)
    assert.equal(call.textOf(2), 'The next answer.')
  })

  test('does not lose or repeat words of the caller', timeout, async () => {
    let known = ''
    await using setup = await start(({ turns }) => {
      known = lastText(turns)
      return { text: 'Yes.' }
    })
    const { call, server } = setup
    const audio = encodeSpokenWords('one two three four five six')
    call.session.speechStarted()
    call.write(audio.subarray(0, 5_500))
    await call.until(() => call.events.some((event) => event.type === 'interim' && event.text === 'one two three'))
    server.disconnectAll()
    call.write(audio.subarray(5_500))
    call.session.speechPaused()
    call.session.respond(1, noTools)
    await call.answered(1)
    await call.finalized(1)
    assert.equal(call.words(), 'one two three four five six')
    assert.equal(known, 'one two three four five six')
  })
})

describe('an answer of Gemini Live', () => {
  for (const chunkBytes of [1, 333, 4_800, 1_000_000])
    test(`has the same audio in chunks of ${chunkBytes} bytes`, timeout, async () => {
      await using setup = await start(() => ({ text: 'Yes.' }), { chunkBytes })
      setup.call.session.respond(1, noTools)
      await setup.call.answered(1)
      const audio = Buffer.concat(
        setup.call.events.flatMap((event) => (event.type === 'itemAudio' ? [event.audio] : [])),
      )
      // Four characters of 60 ms, as a tone whose period is eight samples.
      assert.equal(audio.length, 4 * 480)
      const middle = audio.subarray(160, -160)
      for (let index = 8; index < middle.length; index++) assert.equal(middle[index], middle[index - 8])
    })

  test('reports its usage, also if the end of the turn does not follow', timeout, async () => {
    await using setup = await start(sequence({ text: 'Yes.' }, { text: 'No end.', fault: 'no end of the turn' }))
    const { call } = setup
    call.session.respond(1, noTools)
    assert.deepEqual((await call.answered(1)).usage, { inputTokens: 20, outputTokens: 8 })
    for (const generation of [2, 3]) call.session.respond(generation, noTools)
    await call.answered(3)
    assert.equal(call.textOf(2), 'No end.')
    assert.equal(call.textOf(3), 'The next answer.')
  })

  test('is not interrupted by speech until it is canceled', timeout, async () => {
    await using setup = await start(sequence({ text: 'Alpha bravo.', isEndless: true }))
    const { call, server } = setup
    call.session.respond(1, noTools)
    await call.delivered(1)
    call.session.speechStarted()
    call.write(encodeSpokenWords('please wait'))
    call.session.speechPaused()
    await call.finalized(1)
    assert.deepEqual(server.received, ['clientContent'])
    call.session.cancel(1)
    call.session.respond(2, noTools)
    await call.answered(2)
    await call.until(() => call.words() === 'please wait')
    assert.deepEqual(server.received, ['clientContent', 'activityStart', 'text', 'activityEnd'])
  })

  test('follows a canceled one also if the end of that is not reported', timeout, async () => {
    await using setup = await start(sequence({ text: 'Alpha bravo.', isEndless: true }), {
      endsInterruptedTurns: false,
      limits: { interruptionMs: 30 },
    })
    const { call } = setup
    call.session.respond(1, noTools)
    await call.delivered(1)
    call.session.cancel(1)
    call.session.respond(2, noTools)
    await call.answered(2)
    assert.equal(call.textOf(2), 'The next answer.')
  })

  test('ends when the server interrupts it', timeout, async () => {
    await using setup = await start(sequence({ text: 'Alpha bravo.', fault: 'interrupted' }))
    setup.call.session.respond(1, noTools)
    await setup.call.answered(1)
    assert.equal(setup.call.textOf(1), 'Alpha bravo.')
  })

  for (const [fault, code] of [
    ['no output', 'timeout'],
    ['endless audio', 'answer_too_long'],
  ] as const)
    test(`fails after ${fault}, and the next one succeeds`, timeout, async () => {
      await using setup = await start(sequence({ fault }), {
        limits: { ...(fault === 'no output' ? { firstOutputMs: 50 } : {}), interruptionMs: 200 },
      })
      const { call } = setup
      call.session.respond(1, noTools)
      assert.equal((await setup.failure('answerFailed')).code, code)
      call.events.length = 0
      call.session.respond(2, noTools)
      await call.answered(2)
      assert.equal(call.textOf(2), 'The next answer.')
    })

  test('has the given words if the server sends none', timeout, async () => {
    await using setup = await start(repeat, { sendsWords: false })
    setup.call.session.speak(1, 'Good morning.')
    await setup.call.answered(1)
    assert.equal(setup.call.textOf(1), 'Good morning.')
  })

  test(
    'does not have calls that the server canceled, and gets the results of interrupted ones as text',
    timeout,
    async () => {
      const calls = [{ name: suiteTool.name, arguments: { guests: 2 } }]
      let known: readonly { role: string; text: string }[] = []
      const replies = sequence({ calls, fault: 'calls are canceled' }, { calls })
      await using setup = await start(({ turns }) => {
        known = turns
        return replies()
      })
      const { call, server } = setup
      call.session.respond(1, { mayCallTools: true })
      assert.deepEqual((await call.answered(1)).toolCalls, [])
      call.session.respond(2, { mayCallTools: true })
      const { toolCalls } = await call.answered(2)
      call.session.speechStarted()
      call.write(encodeSpokenWords('hurry up'))
      call.write(silence(100))
      call.session.add([{ role: 'tool', call: toolCalls[0]!, result: 'table nine' }])
      call.session.respond(2, { mayCallTools: true })
      await call.answered(2, 2)
      assert.deepEqual(known.map(({ role, text }) => `${role}: ${text}`).slice(-2), [
        'user: hurry up',
        'tool: table nine',
      ])
      assert.ok(!server.received.includes('toolResponse'))
    },
  )
})
