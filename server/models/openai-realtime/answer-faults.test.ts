// Tests the realtime models of OpenAI with bad answers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ResponseFault } from '#testing/realtime-servers/openai-realtime-response.ts'
import { start, text, timed } from '#testing/suites/realtime-model/openai-call.ts'

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
      using call = server.call({ output }, fault === 'no-events' ? { responseMs: 1_000, cancelMs: 300 } : {})
      call.session.respond(1, { mayCallTools: false })
      assert.equal((await call.failure()).code, code)
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

  test('forgets an answer that could not be spoken', timed, async () => {
    await using server = await start({ responseFault: (index) => (index === 0 ? 'other-modality' : undefined) })
    using call = server.call()
    call.session.respond(1, { mayCallTools: false })
    assert.equal((await call.failure()).code, 'no_audio')
    call.session.respond(2, { mayCallTools: false })
    await call.seen('answered')
    assert.deepEqual(server.turns, [[], []])
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
    const how = hasEventIds ? '' : ', even without the ids of events'
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
    assert.equal((await call.failure()).code, 'bad_request')
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
