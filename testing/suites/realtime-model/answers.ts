// The part of the suite for realtime models that tests answers and tool calls.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RealtimeTurn } from '../../realtime-servers/realtime-script.ts'
import { wordsOf } from '../recorded-events.ts'
import { openConversation } from './conversation.ts'
import { first, lastText, limits, type Open, type Output, suiteTool } from './setup.ts'

export function testAnswers(output: Output, open: Open): void {
  const settings = { output }

  test('answers what the customer said', limits, async () => {
    await using setup = await open(({ turns }) => ({ text: `You said: ${wordsOf(lastText(turns))}.` }))
    using call = openConversation(setup, settings)
    call.say(await setup.speech(first))
    call.session.respond(1, { mayCallTools: true })
    const { toolCalls, usage } = await call.answered(1)
    assert.equal(wordsOf(call.textOf(1)), wordsOf(`You said: ${first}`))
    assert.deepEqual(toolCalls, [])
    assert.ok(usage.inputTokens >= 0 && usage.outputTokens >= 0)
    assert.equal(call.audioMs(1) > 0, output === 'audio')
  })

  test('answers what was added, in the order of the conversation', limits, async () => {
    const asked: RealtimeTurn[][] = []
    await using setup = await open(({ turns }) => {
      asked.push([...turns])
      return { text: `Answer ${asked.length}.` }
    })
    using call = openConversation(setup, settings)
    call.session.add([
      { role: 'assistant', text: 'Good morning.' },
      { role: 'user', text: 'Is anyone there?' },
    ])
    call.session.respond(1, { mayCallTools: false })
    await call.answered(1)
    call.session.add([{ role: 'user', text: 'And now?' }])
    call.session.respond(2, { mayCallTools: false })
    await call.answered(2)
    assert.deepEqual(
      asked.at(-1)?.map(({ role, text }) => `${role}: ${wordsOf(text)}`),
      ['assistant: good morning', 'user: is anyone there', 'assistant: answer 1', 'user: and now'],
    )
    assert.equal(wordsOf(call.textOf(2)), 'answer 2')
  })

  test('calls tools with parsed arguments, and answers with their results', limits, async () => {
    await using setup = await open(({ turns, mayCallTools }) => {
      const last = turns.at(-1)
      if (last?.role === 'tool') return { text: `Found: ${wordsOf(last.text)}.` }
      return mayCallTools ? { calls: [{ name: suiteTool.name, arguments: { guests: 4 } }] } : { text: 'No tools.' }
    })
    using call = openConversation(setup, settings)
    call.session.add([{ role: 'user', text: first }])
    call.session.respond(1, { mayCallTools: true })
    const { toolCalls } = await call.answered(1)
    assert.deepEqual(
      toolCalls.map((made) => [made.name, made.arguments]),
      [[suiteTool.name, { guests: 4 }]],
    )
    const [made] = toolCalls
    assert.ok(made?.id)
    call.session.add([{ role: 'tool', call: made, result: 'table seven' }])
    call.session.respond(1, { mayCallTools: true })
    await call.answered(1, 2)
    assert.equal(wordsOf(call.textOf(1)), 'found table seven')
    // The call of an earlier session.
    call.session.add([
      {
        role: 'tool',
        call: { id: 'call-of-an-earlier-session-that-has-ended', name: suiteTool.name, arguments: {} },
        result: 'table two',
      },
    ])
    call.session.respond(2, { mayCallTools: true })
    await call.answered(2)
    assert.equal(wordsOf(call.textOf(2)), 'found table two')
  })

  test('calls no tools in an answer that may not call them', limits, async () => {
    await using setup = await open(({ mayCallTools }) =>
      mayCallTools ? { calls: [{ name: suiteTool.name, arguments: {} }] } : { text: 'No tools.' },
    )
    using call = openConversation(setup, settings)
    call.session.add([{ role: 'user', text: first }])
    call.session.respond(1, { mayCallTools: false })
    assert.deepEqual((await call.answered(1)).toolCalls, [])
    assert.equal(wordsOf(call.textOf(1)), 'no tools')
  })

  test('generates answers one after the other', limits, async () => {
    let answers = 0
    await using setup = await open(() => ({ text: `Answer ${++answers}.` }))
    using call = openConversation(setup, settings)
    call.session.add([{ role: 'user', text: first }])
    for (const generation of [1, 2, 3]) call.session.respond(generation, { mayCallTools: false })
    await call.answered(3)
    assert.deepEqual(
      [1, 2, 3].map((generation) => wordsOf(call.textOf(generation))),
      ['answer 1', 'answer 2', 'answer 3'],
    )
    assert.deepEqual(
      call.events.flatMap((event) => (event.type === 'answered' ? [event.generation] : [])),
      [1, 2, 3],
    )
  })
}
