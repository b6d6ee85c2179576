// The part of the suite for realtime models that tests how they hear the customer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silence, writeUnevenly } from '#testing/calls/record-recognition.ts'
import { wordsOf } from '../recorded-events.ts'
import { openConversation } from './conversation.ts'
import { first, lastText, limits, type Open, repeat, second } from './setup.ts'

export function testHearing(open: Open): void {
  test('delivers the words of an utterance as final before it answers the pause', limits, async () => {
    await using setup = await open(repeat('Yes.'))
    using call = openConversation(setup)
    call.say(await setup.speech(first))
    await call.finalized(1)
    assert.equal(call.words(), wordsOf(first))
    call.say(await setup.speech(second))
    await call.finalized(2)
    assert.equal(call.words(), `${wordsOf(first)} ${wordsOf(second)}`)
  })

  test('answers every pause exactly once, even without speech and when it is repeated', limits, async () => {
    await using setup = await open(repeat('Yes.'))
    using call = openConversation(setup)
    call.session.speechPaused()
    await call.finalized(1)
    call.write(silence(500))
    call.session.speechPaused()
    call.session.speechPaused()
    await call.finalized(3)
    call.say(await setup.speech(second))
    call.session.speechPaused()
    await call.finalized(5)
    assert.equal(call.words(), wordsOf(second))
    await call.noMoreEvents()
  })

  test('reads the audio before write returns, in frames of any length', limits, async () => {
    await using setup = await open(repeat('Yes.'))
    using call = openConversation(setup)
    const audio = await setup.speech(first)
    call.session.speechStarted()
    writeUnevenly(audio, (frame) => call.session.write(frame))
    call.write(silence(300))
    call.session.speechPaused()
    await call.finalized(1)
    assert.equal(call.words(), wordsOf(first))
  })

  test('keeps the calls of one model apart', limits, async () => {
    await using setup = await open(({ turns }) => ({ text: `You said: ${wordsOf(lastText(turns))}` }))
    const texts = [first, second, first, second]
    await Promise.all(
      texts.map(async (text) => {
        using call = openConversation(setup)
        call.say(await setup.speech(text))
        await call.finalized(1)
        call.session.respond(1, { mayCallTools: false })
        await call.answered(1)
        assert.equal(call.words(), wordsOf(text))
        assert.equal(wordsOf(call.textOf(1)), wordsOf(`You said: ${text}`))
      }),
    )
  })
}
