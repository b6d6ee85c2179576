// The test suite for every adapter of the port to realtime models.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RealtimeScript, RealtimeTurn } from '#server/models/scripted-speech-servers/realtime-script.ts'
import type { RealtimeModel, RealtimeSettings } from '#server/ports/realtime-model.ts'
import { assertNoOpenHandles } from '#server/testing/open-handles.ts'
import { openConversation, silence, wordsOf } from './realtime-model/conversation.ts'

export interface RealtimeModelSetup extends AsyncDisposable {
  adapter: RealtimeModel
  /** With the tool of the suite, and audio output if the adapter supports it. */
  settings: RealtimeSettings
  /** Returns mu-law audio at 8,000 Hz that says the text. */
  speech(text: string): Uint8Array | Promise<Uint8Array>
}

export interface RealtimeModelSuite {
  /** The output that the adapter supports. */
  outputs: readonly RealtimeSettings['output'][]
  /** False if the vendor cannot forget, and gets a note of what the caller heard. */
  forgets: boolean
  /** Opens the adapter with a model that answers by the script. */
  open(script: RealtimeScript): Promise<RealtimeModelSetup>
}

/** The tool that the settings must contain. */
export const suiteTool = {
  name: 'find_table',
  description: 'Finds a free table.',
  parameters: { type: 'object', properties: { guests: { type: 'number' } }, required: ['guests'] },
}

const limits = { timeout: 60_000 }
const first = 'I would like to book a table for tomorrow.'
const second = 'Please call me back in the morning.'
const long = 'Alpha bravo charlie. Delta echo foxtrot. Golf hotel india.'

export function testRealtimeModel(name: string, { outputs, forgets, open }: RealtimeModelSuite): void {
  describe(`realtime model: ${name}`, () => {
    testHearing(open)
    for (const output of outputs) {
      describe(`with ${output} output`, () => {
        testAnswers(output, open)
        testInterruptions(output, { forgets, open })
      })
    }
    if (outputs.includes('audio')) testSpeaking(open)
    testResources(open)
  })
}

type Open = RealtimeModelSuite['open']
type Output = RealtimeSettings['output']

function testHearing(open: Open): void {
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

  test('answers every pause exactly once, also without speech and when it is repeated', limits, async () => {
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
    for (let from = 0, size = 1; from < audio.length; from += size, size = (size * 7) % 331) {
      const frame = audio.slice(from, from + size)
      call.session.write(frame)
      frame.fill(0x55)
    }
    call.session.write(new Uint8Array(0))
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

function testAnswers(output: Output, open: Open): void {
  const settings = { output }

  test('answers what the caller said', limits, async () => {
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

function testInterruptions(output: Output, { forgets, open }: { forgets: boolean; open: Open }): void {
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
      const known = wordsOf(
        asked
          .at(-1)
          ?.map(({ text }) => text)
          .join(' ') ?? '',
      )
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
    assert.ok(
      wordsOf(
        asked
          .at(-1)
          ?.map(({ text }) => text)
          .join(' ') ?? '',
      ).includes(wordsOf(long)),
    )
  })
}

function testSpeaking(open: Open): void {
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
    const known = wordsOf(
      asked
        .at(-1)
        ?.map(({ text }) => text)
        .join(' ') ?? '',
    )
    assert.ok(known.includes('alpha'), known)
  })
}

function testResources(open: Open): void {
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
}

const repeat =
  (text: string): RealtimeScript =>
  () => ({ text })

const lastText = (turns: readonly RealtimeTurn[]): string => turns.at(-1)?.text ?? ''
