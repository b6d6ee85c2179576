// Tests the words of the customer from Gemini Live, which arrive in no guaranteed order with the answers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '#testing/app/until.ts'
import { encodeSpokenWords } from '#testing/speech-servers/spoken-words.ts'
import { noTools, repeat, start, timeout, user } from '#testing/suites/realtime-model/gemini-call.ts'

type Call = Awaited<ReturnType<typeof start>>['call']

const latest = { changes: { model: 'gemini-3.8-live' } }

const orderOf = (call: Call) =>
  call.events.flatMap(({ type }) => (type === 'final' || type === 'finalized' ? [type] : []))

describe('the words of the customer from Gemini Live', () => {
  for (const transcription of ['after the activity', 'after the answer'] as const)
    test(`are awaited before a pause is answered, if they arrive ${transcription}`, timeout, async () => {
      await using setup = await start(repeat, { ...latest, transcription, limits: { pauseMs: 1 } })
      const { call, server } = setup
      call.say(encodeSpokenWords('one two'))
      await until(() => server.received.includes('activityStart'))
      await call.noMoreEvents(0)
      call.session.respond(1, noTools)
      await call.finalized(1)
      assert.equal(call.words(), 'one two')
      assert.deepEqual(orderOf(call), ['final', 'finalized'])
    })

  test('are awaited for a limited time', timeout, async () => {
    await using setup = await start(repeat, {
      ...latest,
      transcription: 'after the activity',
      limits: { pauseMs: 1, wordsMs: 20 },
    })
    setup.call.say(encodeSpokenWords('one two'))
    await setup.call.finalized(1)
    assert.deepEqual(orderOf(setup.call), ['finalized'])
  })

  test('are awaited if they were said while an answer was generated', timeout, async () => {
    await using setup = await start(repeat)
    const { call } = setup
    call.session.respond(1, noTools)
    await call.answered(1)
    call.session.respond(2, noTools)
    call.say(encodeSpokenWords('one two'))
    await call.finalized(1)
    await call.answered(2)
    assert.deepEqual(orderOf(call), ['final', 'finalized'])
    assert.equal(call.words(), 'one two')
  })

  test('are not awaited from an earlier model, which sends them while the customer speaks', timeout, async () => {
    await using setup = await start(repeat, { limits: { pauseMs: 1, wordsMs: 20_000 } })
    const { call } = setup
    call.session.speechStarted()
    call.write(new Uint8Array(4_000).fill(0xff))
    call.session.speechPaused()
    await call.finalized(1)
    assert.equal(call.words(), '')
  })

  test('come before the answer to them in a connection that does not know the conversation', timeout, async () => {
    let known: readonly { text: string }[] = []
    await using setup = await start(
      ({ turns }) => {
        known = turns
        return { text: 'The answer.' }
      },
      {
        ...latest,
        transcription: 'after the answer',
        acceptsHandles: false,
        limits: { pauseMs: 1, reconnectDelaysMs: [0, 0, 0] },
      },
    )
    const { call, server } = setup
    call.say(encodeSpokenWords('one two'))
    call.session.respond(1, noTools)
    await call.answered(1)
    await call.finalized(1)
    server.disconnectAll()
    call.session.add(user('three'))
    call.session.respond(2, noTools)
    await call.answered(2)
    assert.deepEqual(
      known.map(({ text }) => text),
      ['one two', 'The answer.', 'three'],
    )
  })
})
