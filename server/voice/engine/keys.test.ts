// Tests in virtual time of keys: those of the customer stop the assistant and are answered, those of the assistant need no words.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { functionTool, toolCall } from '#testing/calls/scripted-answers.ts'
import { startVirtualCall, type VirtualCallOptions } from '../virtual/virtual-call.ts'
import { createVirtualRealtime } from '../virtual/virtual-realtime.ts'
import type { CallTool } from './settings.ts'

const menu = 'For new orders, press one. For a delivery, press two. For anything else, stay on the line.'

const startMenu = (options: VirtualCallOptions = {}) =>
  startVirtualCall({
    answer: ({ history }) => ({ segments: [`Thanks. ${history.at(-1)!.content.length} characters.`] }),
    ...options,
    settings: { greeting: menu, ...options.settings },
  })

type Call = ReturnType<typeof startVirtualCall>
const pressed = (call: Call): string[] => call.transcript().filter((text) => text.includes('pressed'))
/** How long the customer has waited for an answer since then. */
const waitedMs = (call: Call, sinceMs: number): number =>
  call.heard().find(({ fromMs }) => fromMs > sinceMs)!.fromMs - sinceMs

describe('a key of the customer', () => {
  it('stops the assistant, and is answered after a short pause', () => {
    const call = startMenu()
    call.wait(3_000)
    call.press('2')
    const pressedMs = call.clock.now()
    call.wait(4_000)
    const [greeting] = call.engine.record.transcript
    assert.ok(greeting!.interrupted && greeting!.text.length < 60, greeting!.text)
    assert.deepEqual(pressed(call), ['customer: [The customer pressed 2 on the keypad.]'])
    assert.ok(waitedMs(call, pressedMs) < 3_000)
  })

  it('stops the assistant in a realtime mode', () => {
    const call = startVirtualCall({
      realtime: (clock) => createVirtualRealtime(clock, { round: () => ({ texts: ['The delivery, then.'] }) }),
      settings: { greeting: menu },
    })
    call.wait(3_000)
    call.press('2')
    call.wait(4_000)
    assert.ok(call.engine.record.transcript[0]!.interrupted)
    assert.equal(call.transcript().at(-1), 'assistant: The delivery, then.')
    const known = call.realtime!.events.responses.at(-1)!.known
    assert.ok(
      known.some((text) => text.includes('pressed 2')),
      known.join(),
    )
    assert.deepEqual(call.realtime!.events.violations, [])
  })

  it('is part of one turn with the keys after it, until a pause or #', () => {
    const call = startMenu()
    call.wait(2_000)
    for (const key of '4711') {
      call.press(key)
      call.wait(1_000)
    }
    call.wait(4_000)
    call.press('30#')
    const pressedMs = call.clock.now()
    call.wait(4_000)
    assert.deepEqual(pressed(call), [
      'customer: [The customer pressed 4 7 1 1 on the keypad.]',
      'customer: [The customer pressed 3 0 # on the keypad.]',
    ])
    assert.equal(call.mode.requests.length, 2)
    assert.ok(waitedMs(call, pressedMs) < 1_500)
  })

  it('is answered once, together with words that are said beside it', () => {
    const call = startMenu({ settings: { greeting: 'Hello.' } })
    call.wait(1_500)
    call.says('My number is this', 1_200)
    for (const key of '4711') {
      call.press(key)
      call.wait(900)
    }
    call.wait(4_000)
    assert.deepEqual(call.transcript().slice(1, 3), [
      'customer: My number is this',
      'customer: [The customer pressed 4 7 1 1 on the keypad.]',
    ])
    assert.equal(call.transcript().length, 4)
  })

  it('at the very beginning does not stop the greeting, and is answered after it', () => {
    const call = startMenu({ settings: { greeting: 'Hello, this is an AI.' } })
    call.wait(400)
    call.press('5')
    call.wait(6_000)
    assert.deepEqual(call.transcript().slice(0, 2), [
      'assistant: Hello, this is an AI.',
      'customer: [The customer pressed 5 on the keypad.]',
    ])
    assert.equal(call.transcript().length, 3)
  })

  it('does not stop an assistant that cannot be interrupted, and is answered after its words', () => {
    const call = startMenu({ settings: { greeting: 'This has to be said in full.', allowInterruptions: false } })
    call.wait(1_000)
    call.press('5')
    call.wait(6_000)
    assert.equal(call.transcript()[0], 'assistant: This has to be said in full.')
    assert.equal(pressed(call).length, 1)
  })

  it('that is pressed while a tool runs is known to the answer', async () => {
    const run = Promise.withResolvers<object>()
    const call = startVirtualCall({
      tools: new Map([functionTool('look_up', () => run.promise)]),
      answer: ({ history }) =>
        history.at(-1)?.role === 'tool' ? { segments: ['Found.'] } : { toolCalls: [toolCall('look_up')] },
    })
    call.wait(2_000)
    call.says('Look it up')
    call.wait(2_000)
    call.press('9')
    call.wait(2_500)
    run.resolve({})
    await new Promise(setImmediate)
    call.wait(3_000)
    assert.equal(call.transcript().at(-1), 'assistant: Found.')
    assert.ok(call.mode.requests.at(-1)!.history.some(({ content }) => content.includes('pressed 9')))
  })

  it('stops the request to enter digits, which are collected', () => {
    const definition = { name: 'collect_keypad', description: '', parameters: {} }
    const tool: CallTool = { kind: 'collect_keypad', definition, maxDigits: 4, finishKey: '#', timeoutMs: 5_000 }
    const call = startVirtualCall({
      tools: new Map([['collect_keypad', tool]]),
      answer: ({ history }) =>
        history.at(-1)?.role === 'tool'
          ? { segments: ['Thank you.'] }
          : { segments: [`Please enter your code now. ${menu}`], toolCalls: [toolCall('collect_keypad')] },
    })
    call.wait(2_000)
    call.says('Log me in')
    call.wait(3_000)
    call.press('4711')
    call.wait(3_000)
    const asked = call.engine.record.transcript.at(-2)!
    assert.ok(asked.interrupted && asked.text.startsWith('Please'), asked.text)
    assert.equal(call.transcript().at(-1), 'assistant: Thank you.')
  })

  it('after the end of the call has no effect', () => {
    const call = startMenu()
    call.wait(2_000)
    call.hangUp()
    call.press('1#')
    call.wait(3_000)
    assert.deepEqual([pressed(call), call.mode.requests], [[], []])
  })

  it('ends the silence after which the assistant asks whether they are still there', () => {
    const call = startMenu({ settings: { greeting: 'Enter your number.', reengagementMs: 8_000 } })
    call.wait(9_000)
    for (const key of '123456') {
      call.press(key)
      call.wait(1_200)
    }
    assert.ok(!call.transcript().join().includes('still there'))
  })
})

describe('keys that the assistant presses in a menu', () => {
  const definition = { name: 'dtmf_input', description: '', parameters: {} }
  const start = (options: VirtualCallOptions = {}) =>
    startVirtualCall({
      tools: new Map([['dtmf_input', { kind: 'dtmf_input', definition }]]),
      answer: ({ history }) =>
        history.at(-1)?.role === 'tool' ? {} : { toolCalls: [toolCall('dtmf_input', { digits: '2' })] },
      ...options,
      settings: { direction: 'outbound', greeting: undefined, waitForCustomer: true, ...options.settings },
    })

  it('need no words before or after them', () => {
    const call = start()
    call.wait(500)
    call.says('For a delivery, press 2.')
    call.wait(15_000)
    const { timeline } = call.engine.record
    assert.deepEqual(
      timeline.flatMap(({ type, detail }) => (type === 'pressed' ? [detail] : [])),
      ['2'],
    )
    assert.ok(!timeline.some(({ type }) => type === 'answer_failed'))
    assert.deepEqual(call.transcript(), ['customer: For a delivery, press 2.'])
  })

  it('may be followed by silence as long as the silence after words', () => {
    const call = start({ settings: { reengagementMs: 10_000 } })
    call.wait(500)
    call.says('For a delivery, press 2.')
    const saidMs = call.clock.now()
    call.wait(9_000)
    assert.deepEqual(call.transcript().slice(1), [])
    call.wait(6_000)
    const asked = call.heard().find(({ text }) => text.includes('still there'))
    assert.ok(asked!.fromMs - saidMs >= 10_000)
  })

  it('may take a slow model, without signs of patience for a machine', () => {
    const call = start({
      answer: ({ history }) =>
        history.at(-1)?.role === 'tool'
          ? { afterMs: 6_000, segments: ['Delivery, please.'] }
          : { toolCalls: [toolCall('dtmf_input', { digits: '2' })] },
    })
    call.wait(500)
    call.says('For a delivery, press 2.')
    call.wait(10_000)
    assert.deepEqual(call.transcript().slice(1), ['assistant: Delivery, please.'])
  })
})
