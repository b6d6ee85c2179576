// Tests of turns and interruptions with a model that hears the customer itself, so that words are known late or never.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startVirtualCall, type VirtualCallOptions } from '../virtual/virtual-call.ts'

const longAnswer = 'We are open from nine to five on weekdays, and until noon on Saturdays.'
const start = (options: VirtualCallOptions = {}) => startVirtualCall({ hearsAudio: true, ...options })

describe('a model that hears the customer', () => {
  it('answers before the words are known, which are recorded when they arrive', () => {
    const call = start({ recognitionMs: 2_000, answer: () => ({ segments: ['From nine.'], afterMs: 100 }) })
    call.wait(2_000)
    call.says('When do you open?')
    const endMs = call.clock.now()
    call.wait(1_500)
    assert.ok(call.heard().at(-1)!.fromMs - endMs < 1_000)
    assert.equal(call.transcript()[1], 'customer: [not transcribed]')
    call.wait(2_000)
    assert.deepEqual(call.transcript(), [
      'assistant: Hello, this is Ada.',
      'customer: When do you open?',
      'assistant: From nine.',
    ])
    assert.equal(call.mode.requests.length, 1)
  })

  it('answers one turn with two pauses once, and records all of its words', () => {
    const call = start({
      recognitionMs: 1_200,
      rules: { endpointing: { delayAfter: () => 900, learnPause() {} } },
    })
    call.wait(2_000)
    call.says('When do you open')
    call.wait(500)
    call.says('on Sunday')
    call.wait(5_000)
    assert.equal(call.mode.requests.length, 1)
    assert.equal(call.transcript()[1], 'customer: When do you open on Sunday')
  })

  it('answers once if the words arrive after the model has given them up', () => {
    const call = start({ recognitionMs: Number.POSITIVE_INFINITY, answer: () => ({ segments: [longAnswer] }) })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(1_500)
    call.mode.listener().finalized()
    call.wait(300)
    call.mode.listener().interim('When do')
    call.mode.listener().final('When do')
    call.mode.listener().final('you open?')
    call.wait(10_000)
    assert.equal(call.mode.requests.length, 1)
    assert.equal(call.mode.interruptions.length, 0)
    assert.equal(call.transcript()[1], 'customer: When do you open?')
  })

  it('answers a customer with long pauses, if the words are not known in time', () => {
    const call = start({
      recognitionMs: Number.POSITIVE_INFINITY,
      rules: { endpointing: { delayAfter: () => 1_800, learnPause() {} } },
      answer: () => ({ segments: ['From nine.'], afterMs: 100 }),
    })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(4_000)
    assert.deepEqual(call.transcript().slice(1), ['customer: [not transcribed]', 'assistant: From nine.'])
  })

  it('does not answer a click', () => {
    const call = start()
    call.wait(2_000)
    call.makesNoise(100)
    call.wait(5_000)
    assert.equal(call.mode.requests.length, 0)
  })

  it('is interrupted by longer speech before its words are known, and learns what was heard', () => {
    const call = start({ recognitionMs: 2_500, answer: () => ({ segments: [longAnswer] }) })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(1_500)
    const startMs = call.clock.now()
    call.says('No, I meant tomorrow in the afternoon')
    const clears = call.line.clears.filter((atMs) => atMs > startMs)
    assert.ok(clears[0]! - startMs <= 260, `cleared after ${clears[0]! - startMs} ms`)
    call.wait(1_000)
    const [interruption] = call.mode.interruptions
    const [segment] = interruption!.segments
    assert.equal(segment!.isHeard, false)
    assert.ok(segment!.heardMs > 0 && segment!.heardMs <= startMs + 260 - 2_000)
    assert.ok(longAnswer.startsWith(segment!.heardText))
    assert.equal(call.mode.requests.length, 2)
  })

  it('continues after a long noise has interrupted it', () => {
    for (const recognitionMs of [20, 400, 1_400, Number.POSITIVE_INFINITY]) {
      const call = start({ recognitionMs, answer: () => ({ segments: [longAnswer] }) })
      call.wait(2_000)
      call.says('When do you open?')
      call.wait(2_000)
      call.makesNoise(1_200)
      const endMs = call.clock.now() + 1_200
      call.wait(6_000)
      assert.ok(
        call.heard().some(({ fromMs }) => fromMs > endMs),
        `words after ${recognitionMs} ms: ${JSON.stringify(call.heard())}`,
      )
    }
  })

  it('continues after a backchannel, when its word is known', () => {
    const call = start({ recognitionMs: 400, answer: () => ({ segments: [longAnswer] }) })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(2_000)
    call.says('mm-hm', 320)
    call.wait(8_000)
    assert.equal(call.mode.requests.length, 1)
    assert.equal(call.mode.interruptions.length, 0)
    assert.ok(call.heard().reduce((sum, { text, part }) => sum + (text === longAnswer ? part : 0), 0) > 0.99)
  })

  it('stops for a short command, when its word is known', () => {
    const call = start({ recognitionMs: 400, answer: () => ({ segments: [longAnswer] }) })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(2_000)
    call.says('Stop', 320)
    call.wait(3_000)
    assert.equal(call.mode.interruptions.length, 1)
    assert.equal(call.mode.requests.length, 2)
  })
})
