// Tests the setup of sessions with Gemini Live, and connections that are refused or lost.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '#testing/app/until.ts'
import { encodeSpokenWords } from '#testing/speech-servers/spoken-words.ts'
import { noTools, repeat, sequence, start, timeout, user } from '#testing/suites/realtime-model/gemini-call.ts'
import { lastText } from '#testing/suites/realtime-model/setup.ts'
import { wordsOf } from '#testing/suites/recorded-events.ts'

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
    const { code, retryable } = await setup.call.failure()
    assert.deepEqual([code, retryable], ['unsupported_output', false])
    assert.equal(setup.server.handshakes.length, 0)
  })

  test('reports a wrong key without another attempt', timeout, async () => {
    await using setup = await start(repeat, { apiKey: 'another key' })
    const { code, retryable } = await setup.call.failure()
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
      assert.equal((await setup.call.failure()).code, expected)
      assert.equal(setup.server.handshakes.length, expected === 'bad_request' ? 1 : 3)
    })

  test('fails if the setup is not confirmed in time', timeout, async () => {
    await using setup = await start(repeat, {
      faultOf: () => ({ handshake: 'no-response' }),
      limits: { connectTimeoutMs: 20 },
    })
    assert.equal((await setup.call.failure()).code, 'timeout')
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

  test('is used nevertheless if each new one announces its end at once', timeout, async () => {
    await using setup = await start(repeat, { leavesAtOnce: true })
    const { call, server } = setup
    await until(() => server.setups.length === 3)
    await call.noMoreEvents()
    call.session.respond(1, noTools)
    await call.answered(1)
    assert.equal(server.handshakes.length, 3)
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
    assert.equal((await setup.call.failure()).code, 'unavailable')
    call.events.length = 0
    call.session.respond(2, noTools)
    await call.answered(2)
    assert.equal(call.textOf(2), 'The next answer.')
  })

  test('does not lose or repeat words of the customer', timeout, async () => {
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
