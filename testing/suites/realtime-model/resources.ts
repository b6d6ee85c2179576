// The part of the suite for realtime models that tests the end of sessions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoOpenHandles } from '#testing/measure/open-handles.ts'
import { wordsOf } from '../recorded-events.ts'
import { openConversation } from './conversation.ts'
import { first, lastText, limits, long, type Open, repeat, second } from './setup.ts'

export function testResources(open: Open): void {
  test('calls nothing after close, which can be repeated, and ignores later calls', limits, async () => {
    await using setup = await open(repeat('Yes, of course.'))
    const audio = await setup.speech(first)
    using call = openConversation(setup)
    using other = openConversation(setup)
    call.say(audio)
    call.session.respond(1, { mayCallTools: true })
    call.session.close()
    call.session.close()
    const before = call.events.length
    call.say(audio)
    call.session.add([{ role: 'user', text: first }])
    call.session.respond(2, { mayCallTools: true })
    call.session.cancel(1)
    call.session.truncate('item', { heardMs: 0, heardText: '' })
    other.session.add([{ role: 'user', text: first }])
    other.session.respond(1, { mayCallTools: false })
    await other.answered(1)
    await call.noMoreEvents(before)
  })

  test('releases its resources when it is closed', limits, async () => {
    await assertNoOpenHandles(async () => {
      await using setup = await open(({ turns }) => ({ text: long, isEndless: lastText(turns) === second }))
      using used = openConversation(setup)
      using interrupted = openConversation(setup)
      using _unused = openConversation(setup)
      used.say(await setup.speech(first))
      used.session.respond(1, { mayCallTools: false })
      interrupted.session.add([{ role: 'user', text: second }])
      interrupted.session.respond(1, { mayCallTools: false })
      await used.finalized(1)
      await used.answered(1)
      await interrupted.delivered(1)
    })
  })

  for (const type of ['final', 'finalized', 'itemStarted', 'itemText', 'itemAudio', 'itemDone', 'answered'] as const)
    test(`can be closed while it reports ${type}`, limits, async () => {
      await assertNoOpenHandles(async () => {
        await using setup = await open(repeat(long))
        using call = openConversation(setup, {}, (event) => {
          if (event.type === type) call.session.close()
        })
        call.say(await setup.speech(first))
        call.session.respond(1, { mayCallTools: false })
        await call.seen(type)
        await call.noMoreEvents()
      })
    })

  for (const type of ['itemStarted', 'itemText', 'itemAudio', 'itemDone'] as const)
    test(`can be canceled while it reports ${type}, and answers the next request`, limits, async () => {
      await assertNoOpenHandles(async () => {
        await using setup = await open(repeat(long))
        using call = openConversation(setup, {}, (event) => {
          if (event.type === type && event.generation === 1) call.session.cancel(1)
        })
        call.session.respond(1, { mayCallTools: false })
        await call.seen(type)
        call.session.respond(2, { mayCallTools: false })
        await call.answered(2)
        assert.equal(wordsOf(call.textOf(2)), wordsOf(long))
      })
    })
}
