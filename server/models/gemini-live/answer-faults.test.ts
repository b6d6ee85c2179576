// Tests answers of Gemini Live that are interrupted, incomplete, or do not follow the protocol.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { silence } from '#testing/calls/record-recognition.ts'
import { encodeSpokenWords } from '#testing/speech-servers/spoken-words.ts'
import { noTools, repeat, sequence, start, timeout } from '#testing/suites/realtime-model/gemini-call.ts'
import { suiteTool } from '#testing/suites/realtime-model/setup.ts'

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

  test('reports its usage, even if the end of the turn does not follow', timeout, async () => {
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
    await using setup = await start(sequence({ text: 'Alpha bravo.', isEndless: true }), { limits: { wordsMs: 20 } })
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

  test('is not stopped by the time limit of one that was canceled at its beginning', timeout, async () => {
    await using setup = await start(sequence({ text: 'Alpha bravo.' }, { fault: 'no output' }), {
      limits: { progressMs: 30, firstOutputMs: 300 },
      reported(event) {
        if (event.type === 'itemStarted') setup.call.session.cancel(1)
      },
    })
    const { call } = setup
    call.session.respond(1, noTools)
    await call.seen('itemStarted')
    call.session.respond(2, noTools)
    assert.equal((await call.failure()).code, 'timeout')
  })

  test('follows a canceled one even if the end of that is not reported', timeout, async () => {
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
        limits: { ...(fault === 'no output' ? { firstOutputMs: 400 } : {}), interruptionMs: 200 },
      })
      const { call } = setup
      call.session.respond(1, noTools)
      assert.equal((await setup.call.failure()).code, code)
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
