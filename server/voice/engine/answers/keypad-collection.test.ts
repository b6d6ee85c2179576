// Tests in virtual time of the collection of keys: the customer hears what to enter, and never waits in silence for an answer.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toolCall } from '#testing/calls/scripted-answers.ts'
import { startVirtualCall, type VirtualCallOptions } from '../../virtual/virtual-call.ts'
import { createVirtualRealtime } from '../../virtual/virtual-realtime.ts'
import type { CallTool } from '../settings.ts'

const definition = { name: 'collect_keypad', description: '', parameters: {} }
const timeoutMs = 10_000
const tools = new Map<string, CallTool>([
  ['collect_keypad', { kind: 'collect_keypad', definition, maxDigits: 4, finishKey: '#', timeoutMs }],
])
const collecting = [toolCall('collect_keypad')]

type Call = ReturnType<typeof startVirtualCall>

/** A customer who asks a question after the greeting. */
function ask(options: VirtualCallOptions): { call: Call; askedMs: number } {
  const call = startVirtualCall({ tools, ...options })
  call.wait(2_000)
  call.says('When do you open?')
  return { call, askedMs: call.clock.now() }
}

/** The longest time without a sound of the assistant. */
function longestSilenceMs(call: Call, fromMs: number): number {
  let [longestMs, sinceMs] = [0, fromMs]
  for (const sound of [...call.line.sounds, { fromMs: call.clock.now(), toMs: call.clock.now() }]) {
    if (sound.toMs <= fromMs) continue
    longestMs = Math.max(longestMs, sound.fromMs - sinceMs)
    sinceMs = sound.toMs
  }
  return longestMs
}

const toolsCalled = ({ engine }: Call): string[] =>
  engine.record.timeline.flatMap(({ type, detail = '' }) => (type === 'tool_answered' ? [detail] : []))

describe('a collection of keys', () => {
  it('begins only in an answer that tells the customer what to enter', () => {
    const { call, askedMs } = ask({
      answer: ({ history }) =>
        history.at(-1)?.role === 'tool'
          ? { segments: ['Enter your PIN.'], toolCalls: collecting }
          : { toolCalls: collecting },
    })
    call.wait(3_000)
    const [asked] = call.heard().filter(({ fromMs }) => fromMs > askedMs)
    assert.equal(asked?.text, 'Enter your PIN.')
    assert.match(toolsCalled(call).join(), /Tell the customer what to enter/)
    call.press('4711')
    call.wait(1_000)
    assert.match(toolsCalled(call).at(-1)!, /4711/)
  })

  it('waits for its time limit, and then the model continues', () => {
    const { call } = ask({
      answer: ({ history }) =>
        history.at(-1)?.role === 'tool'
          ? { segments: ['You have not entered it.'] }
          : { segments: ['Enter your PIN.'], toolCalls: collecting },
    })
    call.wait(16_000)
    assert.deepEqual(call.transcript().slice(2), ['assistant: Enter your PIN.', 'assistant: You have not entered it.'])
    const [asked, next] = call.heard().slice(1)
    assert.ok(next!.fromMs - asked!.fromMs >= timeoutMs)
  })

  it('does not begin again without words', () => {
    let rounds = 0
    const { call } = ask({
      answer: () =>
        rounds++ === 0 ? { segments: ['Enter your PIN.'], toolCalls: collecting } : { toolCalls: collecting },
    })
    call.wait(2_500)
    const sinceMs = call.clock.now()
    call.wait(28_000)
    const silenceMs = longestSilenceMs(call, sinceMs)
    assert.ok(silenceMs <= timeoutMs + 5_000, `${silenceMs} ms of silence`)
  })

  it('ends when the customer asks a question, which is answered', () => {
    const { call } = ask({
      answer: ({ history }) => {
        if (history.at(-1)?.role !== 'tool') return { segments: ['Enter your PIN.'], toolCalls: collecting }
        const hasAsked = history.some(({ content }) => content.includes('Why'))
        return { segments: [hasAsked ? 'To find your booking.' : 'You have entered nothing.'] }
      },
    })
    call.wait(3_000)
    call.says('Why do you need it?')
    call.wait(3_500)
    assert.equal(call.heard().at(-1)!.text, 'To find your booking.')
  })
})

describe('a model that only collects keys', () => {
  /** From the question until the customer is asked to repeat it. */
  const silenceMs = (options: VirtualCallOptions): number => {
    const { call, askedMs } = ask(options)
    while (!call.heard().at(-1)!.text.startsWith('I am sorry')) call.wait(100)
    return longestSilenceMs(call, askedMs)
  }

  it('does not leave the customer in silence', () => {
    const ms = silenceMs({ answer: () => ({ afterMs: 1_200, toolCalls: collecting }) })
    assert.ok(ms <= 5_000, `${ms} ms of silence`)
  })

  for (const { output, limitMs } of [
    // The first phrase that covers the wait is skipped.
    { output: 'audio', limitMs: 12_000 },
    { output: 'text', limitMs: 5_000 },
  ] as const)
    it(`does not leave the customer in silence if it is a realtime model (${output})`, () => {
      const round = () => ({ afterMs: 1_200, toolCalls: ['collect_keypad'] })
      const ms = silenceMs({ realtime: (clock) => createVirtualRealtime(clock, { output, round }) })
      assert.ok(ms <= limitMs, `${ms} ms of silence`)
    })
})
