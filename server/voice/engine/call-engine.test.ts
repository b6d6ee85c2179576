// Tests of whole calls in virtual time: their beginning, silence, failures and their end.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { functionTool, longAnswer, toolCall } from '#testing/calls/scripted-answers.ts'
import { startVirtualCall } from '../virtual/virtual-call.ts'

it('waits for the customer to speak first if the assistant is set to', () => {
  const call = startVirtualCall({ settings: { waitForCustomer: true } })
  call.wait(3_000)
  assert.deepEqual(call.heard(), [])
  call.says('Hello?')
  call.wait(3_000)
  assert.deepEqual(call.transcript(), ['customer: Hello?', 'assistant: Hello, this is Ada.'])
})

describe('silence', () => {
  it('makes the assistant ask, and ends the call with a goodbye that is heard', () => {
    const call = startVirtualCall()
    call.wait(60_000)
    assert.deepEqual(call.transcript(), [
      'assistant: Hello, this is Ada.',
      'assistant: Are you still there?',
      'assistant: I cannot hear you, so I am ending the call now. Goodbye.',
    ])
    assert.equal(call.end!.reason, 'silence')
    assert.ok(call.heard().at(-1)!.part > 0.99)
  })

  it('before the first words has a limit of its own', () => {
    const call = startVirtualCall({ settings: { maxInitialSilenceMs: 5_000 } })
    call.wait(10_000)
    assert.equal(call.end?.reason, 'silence')
  })

  it('does not count while a tool runs', async () => {
    const tools = new Map([functionTool('slow', () => new Promise(() => {}), 60_000)])
    const call = startVirtualCall({
      tools,
      settings: { maxSilenceMs: 10_000, reengagementMs: 8_000 },
      answer: ({ history }) =>
        history.at(-1)?.role === 'tool' ? { segments: ['Done.'] } : { toolCalls: [toolCall('slow')] },
    })
    call.wait(2_000)
    call.says('Please check')
    call.wait(20_000)
    assert.equal(call.end, undefined)
    assert.ok(!call.transcript().includes('assistant: Are you still there?'))
  })

  it('is broken by the prompt of the account', () => {
    const call = startVirtualCall({
      settings: { reengagementPrompt: 'Offer a callback.' },
      answer: ({ history }) => ({
        segments: [history.at(-1)!.content.includes('Offer a callback.') ? 'Shall we call you back?' : 'Yes.'],
      }),
    })
    call.wait(36_000)
    assert.equal(call.transcript().at(-1), 'assistant: Shall we call you back?')
  })
})

describe('a failure', () => {
  it('of one answer is repeated without a word', () => {
    let attempts = 0
    const call = startVirtualCall({
      answer: () => (++attempts === 1 ? { failsAfter: 0, segments: ['x'] } : { segments: ['Here I am.'] }),
    })
    call.wait(2_000)
    call.says('Hello?')
    call.wait(4_000)
    assert.equal(call.transcript().at(-1), 'assistant: Here I am.')
  })

  it('of all answers ends the call with an apology', () => {
    const call = startVirtualCall({ answer: () => ({ failsAfter: 0, segments: ['x'] }) })
    call.wait(2_000)
    call.says('Hello?')
    call.wait(6_000)
    call.says('Hello again?')
    call.wait(10_000)
    assert.equal(call.end?.reason, 'model_failed')
    assert.deepEqual(call.transcript().slice(-1), ['assistant: I am sorry, I am having technical problems. Goodbye.'])
  })

  it('to produce words is treated like an error', () => {
    const call = startVirtualCall({ answer: () => ({ segments: [] }) })
    call.wait(2_000)
    call.says('Hello?')
    call.wait(5_000)
    assert.equal(call.transcript().at(-1), 'assistant: I am sorry, something went wrong. Could you say that again?')
  })

  it('of a model that never answers is covered by a phrase and then treated like an error', () => {
    const call = startVirtualCall({ answer: () => ({ afterMs: Infinity }) })
    call.wait(2_000)
    call.says('Hello?')
    call.wait(7_000)
    assert.match(call.transcript().at(-1)!, /patience|checking|moment/i)
    call.wait(40_000)
    assert.ok(call.transcript().includes('assistant: I am sorry, something went wrong. Could you say that again?'))
  })

  it('of the synthesizer ends the call', () => {
    const call = startVirtualCall({ synthesisFails: () => true })
    call.wait(2_000)
    for (let turn = 0; turn < 4; turn++) {
      call.says('Hello?')
      call.wait(6_000)
    }
    assert.equal(call.end?.reason, 'synthesis_failed')
  })

  it('of a recognizer that does not answer still gives the customer an answer', () => {
    const call = startVirtualCall({ recognitionMs: Infinity })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(5_000)
    assert.equal(call.transcript().at(-1), 'assistant: Certainly.')
  })
})

describe('the end of a call', () => {
  it('is announced before the maximum duration', () => {
    const call = startVirtualCall({ settings: { maxDurationMs: 30_000 }, answer: () => ({ segments: ['Yes.'] }) })
    for (let turn = 0; turn < 10; turn++) {
      call.says('Go on')
      call.wait(3_000)
    }
    assert.equal(call.end!.reason, 'max_duration')
    assert.ok(call.transcript().includes('assistant: Our time for this call is over. Goodbye.'))
    assert.ok(call.heard().at(-1)!.part > 0.99)
    assert.ok(call.clock.now() <= 30_000)
  })

  it('by the customer records what was heard until then', () => {
    const call = startVirtualCall({ answer: () => ({ segments: longAnswer }) })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(2_500)
    call.hangUp()
    assert.equal(call.end!.reason, 'caller_hung_up')
    assert.ok(call.transcript().at(-1)!.length < longAnswer[0]!.length)
    assert.ok(call.mode.isClosed())
  })
})
