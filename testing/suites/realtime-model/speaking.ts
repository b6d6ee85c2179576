// The part of the suite for realtime models that tests given texts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RealtimeTurn } from '../../realtime-servers/realtime-script.ts'
import { wordsOf } from '../recorded-events.ts'
import { openConversation } from './conversation.ts'
import { allTexts, first, limits, type Open, second } from './setup.ts'

export function testSpeaking(open: Open): void {
  const settings = { output: 'audio' as const }

  test('speaks a given text as one item, which becomes part of the conversation', limits, async () => {
    const asked: RealtimeTurn[][] = []
    await using setup = await open(({ turns }) => {
      asked.push([...turns])
      return { text: 'The answer.' }
    })
    using call = openConversation(setup, settings)
    call.session.speak(1, 'Good morning, how can I help?')
    await call.answered(1)
    assert.equal(call.itemsOf(1).length, 1)
    assert.ok(call.audioMs(1) > 0)
    assert.equal(wordsOf(call.textOf(1)), 'good morning how can i help')
    call.session.add([{ role: 'user', text: first }])
    call.session.respond(2, { mayCallTools: false })
    // Waits for the answer.
    call.session.speak(3, 'Goodbye.')
    await call.answered(3)
    assert.equal(wordsOf(call.textOf(2)), 'the answer')
    const known =
      asked
        .at(-1)
        ?.map(({ text }) => wordsOf(text))
        .join('; ') ?? ''
    assert.ok(known.includes('good morning how can i help') && known.endsWith(wordsOf(first)), known)
    const order = call.events.flatMap((event) => (event.type === 'answered' ? [event.generation] : []))
    assert.deepEqual(order, [1, 2, 3])
  })

  test('forgets what was not played of a given text', limits, async () => {
    const asked: RealtimeTurn[][] = []
    await using setup = await open(({ turns }) => {
      asked.push([...turns])
      return { text: 'The answer.' }
    })
    using call = openConversation(setup, settings)
    call.session.speak(1, 'Alpha bravo charlie.')
    await call.delivered(1)
    call.session.cancel(1)
    const [item] = call.itemsOf(1)
    assert.ok(item)
    call.session.truncate(item, { heardMs: 200, heardText: 'Alpha' })
    call.session.add([{ role: 'user', text: second }])
    call.session.respond(2, { mayCallTools: false })
    await call.answered(2)
    const known = wordsOf(allTexts(asked.at(-1)))
    assert.ok(known.includes('alpha'), known)
  })
}
