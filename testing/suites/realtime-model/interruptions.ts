// The part of the suite for realtime models that tests interrupted answers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RealtimeTurn } from '../../realtime-servers/realtime-script.ts'
import { wordsOf } from '../recorded-events.ts'
import { openConversation } from './conversation.ts'
import { allTexts, first, lastText, limits, long, type Open, type Output, second } from './setup.ts'

export function testInterruptions(output: Output, { forgets, open }: { forgets: boolean; open: Open }): void {
  const settings = { output }

  test('stops an answer at once, and answers the next request', limits, async () => {
    await using setup = await open(({ turns }) =>
      lastText(turns) === first ? { text: long, isEndless: true } : { text: 'The next answer.' },
    )
    using call = openConversation(setup, settings)
    call.session.add([{ role: 'user', text: first }])
    call.session.respond(1, { mayCallTools: false })
    await call.delivered(1)
    // Waits for the first answer, and is canceled as well.
    call.session.respond(2, { mayCallTools: false })
    call.session.cancel(2)
    call.session.cancel(1)
    call.session.cancel(1)
    call.session.cancel(99)
    call.session.add([{ role: 'user', text: second }])
    call.session.respond(3, { mayCallTools: false })
    await call.answered(3)
    assert.equal(wordsOf(call.textOf(3)), 'the next answer')
    await call.noMoreEvents()
  })

  test('stops an answer before its first word', limits, async () => {
    await using setup = await open(({ turns }) => ({ text: `You said: ${wordsOf(lastText(turns))}.` }))
    using call = openConversation(setup, settings)
    call.session.add([{ role: 'user', text: first }])
    call.session.respond(1, { mayCallTools: false })
    call.session.cancel(1)
    call.session.add([{ role: 'user', text: second }])
    call.session.respond(2, { mayCallTools: false })
    await call.answered(2)
    assert.equal(wordsOf(call.textOf(2)), wordsOf(`You said: ${second}`))
    assert.equal(call.textOf(1), '')
  })

  for (const heard of [
    { heardMs: 300, heardText: 'Alpha' },
    { heardMs: 0, heardText: '' },
  ]) {
    test(`forgets what was not played of an answer, at ${heard.heardMs} ms`, limits, async () => {
      const asked: RealtimeTurn[][] = []
      await using setup = await open(({ turns }) => {
        asked.push([...turns])
        return lastText(turns) === first ? { text: long, isEndless: true } : { text: 'The next answer.' }
      })
      using call = openConversation(setup, settings)
      call.session.add([{ role: 'user', text: first }])
      call.session.respond(1, { mayCallTools: false })
      await call.delivered(1)
      const [item] = call.itemsOf(1)
      assert.ok(item)
      call.session.cancel(1)
      call.session.truncate(item, heard)
      call.session.truncate('an unknown item', heard)
      call.session.add([{ role: 'user', text: second }])
      call.session.respond(2, { mayCallTools: false })
      await call.answered(2)
      const known = wordsOf(allTexts(asked.at(-1)))
      if (forgets) {
        assert.ok(!known.includes('india'), known)
        assert.equal(known.includes('alpha'), heard.heardText !== '', known)
      }
      assert.ok(known.includes(wordsOf(heard.heardText)), known)
      assert.equal(asked.length, 2)
    })
  }

  test('keeps an answer that was heard to its end', limits, async () => {
    const asked: RealtimeTurn[][] = []
    await using setup = await open(({ turns }) => {
      asked.push([...turns])
      return { text: long }
    })
    using call = openConversation(setup, settings)
    call.session.add([{ role: 'user', text: first }])
    call.session.respond(1, { mayCallTools: false })
    await call.answered(1)
    for (const item of call.itemsOf(1))
      call.session.truncate(item, { heardMs: call.audioMs(1, item), heardText: call.textOf(1, item) })
    call.session.add([{ role: 'user', text: second }])
    call.session.respond(2, { mayCallTools: false })
    await call.answered(2)
    assert.ok(wordsOf(allTexts(asked.at(-1))).includes(wordsOf(long)))
  })
}
