// Tests in virtual time of failures that users report about systems of this kind.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { startVirtualCall, type VirtualCallOptions } from '../virtual/virtual-call.ts'
import type { CallTool } from './settings.ts'

const longAnswer = 'We are open from nine to five on all weekdays, and until noon on Saturdays and Sundays.'
const definition = { name: 'tool', description: '', parameters: {} }
const slowTool: CallTool = {
  kind: 'function',
  definition,
  speakDuring: undefined,
  timeoutMs: 30_000,
  run: () => new Promise(() => {}),
}
const toolCall = (name: string) => ({ id: name, name, arguments: {} })

/** A call in which the assistant has begun a long answer. */
function answeringCall(options: VirtualCallOptions = {}) {
  const call = startVirtualCall({
    answer: ({ history }) => ({ segments: [history.length > 3 ? 'Very well.' : longAnswer] }),
    ...options,
  })
  call.wait(3_000)
  call.says('When do you open?')
  call.wait(2_500)
  return call
}

type Call = ReturnType<typeof startVirtualCall>

/** The longest time without a sound of the assistant between two times. */
function longestSilenceMs(call: Call, fromMs: number, untilMs = call.clock.now()): number {
  const sounds = call.line.sounds.filter((sound) => sound.toMs > fromMs && sound.fromMs < untilMs)
  const times = [fromMs, ...sounds.flatMap((sound) => [Math.max(fromMs, sound.fromMs), sound.toMs]), untilMs]
  return Math.max(...times.map((time, index) => (index % 2 === 1 ? time - times[index - 1]! : 0)))
}

describe('speech that the customer interrupts', () => {
  it('is no longer heard, even if the providers continue delivering it', () => {
    const call = answeringCall()
    const { generation } = call.mode.requests.at(-1)!
    call.starts('Stop, I have a question')
    call.wait(700)
    assert.ok(call.line.clears.length > 0)
    const sent = call.line.sentAtMs.length
    const listener = call.mode.listener()
    listener.segmentStarted(generation, 999, 'And another thing.')
    listener.segmentAudio(generation, 999, new Uint8Array(16_000).fill(0x55))
    listener.segmentDone(generation, 999)
    call.wait(400)
    assert.equal(call.line.sentAtMs.length, sent)
    call.wait(10_000)
    assert.ok(!call.line.sounds.some(({ code }) => code === 0x55))
  })

  it('is in the history up to the word that was heard, wherever it was interrupted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), (steps) => {
        const call = answeringCall()
        call.wait(steps * 20)
        call.says('Stop, what about tomorrow', 1_500)
        call.wait(2_500)
        const { history } = call.mode.requests.at(-1)!
        const said = history.findLast(({ role }) => role === 'assistant')!.content.replace(/ …$/, '')
        const part = call
          .heard()
          .filter(({ text }) => text === longAnswer)
          .reduce((sum, sound) => sum + sound.part, 0)
        const heard = part * longAnswer.length
        assert.ok(longAnswer.startsWith(said), said)
        assert.ok(Math.abs(said.length - heard) <= 12, `${said.length} instead of ${heard}`)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a sound that is mistaken for an interruption', () => {
  for (const sound of ['mm-hm', 'yeah', 'okay', 'right', 'noise']) {
    it(`(${sound}) lets the assistant finish, without a repetition and without a new answer`, () => {
      const call = answeringCall()
      if (sound === 'noise') call.makesNoise(1_200)
      else call.says(sound)
      call.wait(12_000)
      const parts = call.heard().filter(({ text }) => text === longAnswer)
      assert.ok(Math.abs(parts.reduce((sum, { part }) => sum + part, 0) - 1) < 0.02)
      assert.equal(call.mode.requests.length, 1)
      const gapMs = longestSilenceMs(call, parts[0]!.fromMs, parts.at(-1)!.fromMs)
      assert.ok(gapMs < 2_500, `${gapMs} ms`)
    })
  }

  it('does not hide the interruptions that follow', () => {
    const call = answeringCall()
    call.says('mm-hm')
    call.wait(800)
    call.says('Stop, what about tomorrow')
    call.wait(4_000)
    assert.equal(call.transcript().at(-1), 'assistant: Very well.')
    assert.ok(call.engine.record.transcript.some(({ interrupted }) => interrupted))
  })
})

describe('the assistant does not fall silent', () => {
  const talk = (options: VirtualCallOptions) => {
    const call = startVirtualCall(options)
    call.wait(3_000)
    call.says('When do you open?')
    return call
  }

  it('after the customer has interrupted a tool', () => {
    let asked = 0
    const call = talk({
      tools: new Map([['slow', slowTool]]),
      // It calls the tool again with what the customer says in the meantime.
      answer: () => (++asked <= 3 ? { toolCalls: [toolCall('slow')] } : { segments: ['Here I am.'] }),
    })
    call.wait(2_000)
    call.says('Forget it, what about tomorrow?')
    const sinceMs = call.clock.now()
    call.wait(35_000)
    const silenceMs = longestSilenceMs(call, sinceMs)
    assert.ok(silenceMs <= 9_000, `${silenceMs} ms of silence`)
  })

  for (const [name, answer] of Object.entries({
    'an empty answer': { segments: [] },
    'an answer that fails in the middle': { segments: [longAnswer, longAnswer], failsAfter: 0 },
    'an answer that never comes': { afterMs: Number.POSITIVE_INFINITY },
    'a tool that does not exist': { toolCalls: [toolCall('unknown')] },
  })) {
    it(`after ${name}`, () => {
      let asked = 0
      const call = talk({ answer: () => (++asked === 1 ? answer : { segments: ['Here I am.'] }) })
      const sinceMs = call.clock.now()
      call.wait(20_000)
      const heard = call.heard().find(({ text }) => text === 'Here I am.')
      assert.ok(heard, call.transcript().join(' | '))
      const silenceMs = longestSilenceMs(call, sinceMs, heard.fromMs)
      assert.ok(silenceMs <= 9_000, `${silenceMs} ms of silence`)
    })
  }

  it('while a tool runs for a long time', () => {
    const call = talk({
      tools: new Map([['slow', slowTool]]),
      answer: ({ history }) =>
        history.at(-1)!.role === 'tool' ? { segments: ['It failed.'] } : { toolCalls: [toolCall('slow')] },
    })
    const sinceMs = call.clock.now()
    call.wait(33_000)
    assert.ok(call.heard().length >= 3, JSON.stringify(call.heard()))
    const silenceMs = longestSilenceMs(call, sinceMs)
    assert.ok(silenceMs <= 9_000, `${silenceMs} ms of silence`)
    assert.ok(!call.transcript().includes('assistant: Are you still there?'))
  })
})

describe('a customer who pauses', () => {
  const customerTurns = (parts: readonly string[], pauseMs: number) => {
    const call = startVirtualCall({ settings: { greeting: 'Hello, what is your phone number?' } })
    call.wait(3_500)
    for (const part of parts) {
      call.says(part)
      call.wait(pauseMs)
    }
    call.wait(5_000)
    return call.transcript().filter((entry) => entry.startsWith('customer'))
  }

  it('between the groups of a phone number is not cut off', () => {
    const groups = ['It is five five five', 'one two three', 'four five six seven']
    assert.deepEqual(customerTurns(groups, 1_200), ['customer: It is 5551234567'])
  })

  it('within an e-mail address is not cut off', () => {
    const parts = ['My e-mail is anna at', 'example dot', 'com']
    assert.deepEqual(customerTurns(parts, 1_200), ['customer: My e-mail is anna@example.com'])
  })

  it('in the middle of a clause is not cut off', () => {
    const parts = ['I would like to', 'book a table for', 'two people']
    assert.deepEqual(customerTurns(parts, 900), [`customer: ${parts.join(' ')}`])
  })

  it('is not answered sooner or later because of backchannels before', () => {
    const delayMs = (backchannels: number) => {
      const call = startVirtualCall({ answer: () => ({ afterMs: 20, segments: [longAnswer] }) })
      call.wait(3_000)
      call.says('When do you open?')
      for (let index = 0; index < backchannels; index++) {
        call.wait(700)
        call.says('yeah')
      }
      call.wait(12_000)
      call.says('And when do you close?')
      const endMs = call.clock.now()
      call.wait(3_000)
      return call.heard().find(({ fromMs }) => fromMs > endMs)!.fromMs - endMs
    }
    assert.ok(Math.abs(delayMs(0) - delayMs(5)) <= 60, `${delayMs(0)} ${delayMs(5)}`)
  })
})

describe('an outbound call', () => {
  const outbound = (options: VirtualCallOptions = {}) =>
    startVirtualCall({ ...options, settings: { direction: 'outbound', greeting: 'Hello.', ...options.settings } })

  it('to a voicemail does not take it for a person', () => {
    const call = outbound({ settings: { voicemailMessage: 'Please call back.' } })
    call.wait(500)
    call.says('You have reached Anna. Please leave a message after the tone.')
    call.wait(8_000)
    assert.deepEqual([call.end?.reason, call.end?.answeredBy], ['voicemail', 'machine'])
    assert.equal(call.heard().at(-1)!.text, 'Please call back.')
    assert.ok(call.heard().at(-1)!.part > 0.99)
  })

  it('to a person who pauses early hears all sentences', () => {
    const call = outbound({ rules: { endpointing: { delayAfter: () => 300, learnPause() {} } }, recognitionMs: 20 })
    call.wait(2_000)
    call.says('This is Maria Miller speaking here at the desk of the hotel.')
    call.wait(560)
    call.says('Who is calling?')
    call.wait(4_000)
    assert.deepEqual(call.transcript().slice(1), [
      'customer: This is Maria Miller speaking here at the desk of the hotel. Who is calling?',
      'assistant: Certainly.',
    ])
  })

  it('to a number that is not in service ends with this reason at once', () => {
    const call = outbound({ settings: { voicemailMessage: 'Please call back.' } })
    call.wait(500)
    call.says('The number you have dialed is not in service.')
    call.wait(2_000)
    assert.deepEqual([call.end?.reason, call.end?.answeredBy], ['number_unavailable', 'machine'])
  })

  it('to call screening answers the question, and continues with the person', () => {
    const call = outbound({
      answer: ({ history }) => ({ segments: [history.length > 3 ? 'Good day.' : 'It is Ada.'] }),
    })
    call.wait(500)
    call.says("Hi, please state your name and reason for calling, I'll see if this person is available.")
    call.wait(4_000)
    assert.equal(call.heard().at(-1)!.text, 'It is Ada.')
    call.says('Hello, Anna speaking')
    call.wait(4_000)
    assert.equal(call.transcript().at(-1), 'assistant: Good day.')
  })
})

describe('the end of a call', () => {
  const endTool: CallTool = { kind: 'end_call', definition, message: undefined }
  const ending = (options: VirtualCallOptions = {}) => {
    const call = startVirtualCall({
      tools: new Map([['end_call', endTool]]),
      answer: () => ({ segments: [longAnswer, 'Goodbye.'], toolCalls: [toolCall('end_call')] }),
      ...options,
    })
    call.wait(3_000)
    call.says('That is all.')
    call.wait(30_000)
    return call
  }

  it('comes after the whole goodbye, and without a silent line behind it', () => {
    const call = ending()
    assert.deepEqual(
      call
        .heard()
        .map(({ text }) => text)
        .slice(1),
      [longAnswer, 'Goodbye.'],
    )
    const goodbye = call.heard().at(-1)!
    assert.ok(goodbye.part > 0.99)
    const endedMs = call.clock.now()
    assert.ok(endedMs - (goodbye.fromMs + 'Goodbye.'.length * 60) <= 500, `${endedMs}`)
  })

  it('comes even if the goodbye cannot be spoken', () => {
    const call = ending({ synthesisFails: (text) => text !== 'Hello, this is Ada.' })
    assert.equal(call.ends.length, 1)
  })
})

it('silence is not counted while the assistant itself speaks for a long time', () => {
  const call = startVirtualCall({
    settings: { maxSilenceMs: 8_000, reengagementMs: 7_000 },
    answer: () => ({ segments: [longAnswer, longAnswer, longAnswer, longAnswer] }),
  })
  call.wait(3_000)
  call.says('Tell me everything.')
  call.wait(24_000)
  assert.equal(call.ends.length, 0)
  assert.deepEqual(call.transcript().slice(2), [`assistant: ${Array(4).fill(longAnswer).join(' ')}`])
})

it('an answer that was prepared during the pause has all steps of its latency', () => {
  const call = startVirtualCall({ rules: { endpointing: { delayAfter: () => 1_000, learnPause() {} } } })
  call.wait(2_000)
  call.says('When do you open?')
  call.wait(3_000)
  const [turn] = call.engine.record.turns
  const { recognizedMs, firstTokenMs, firstAudioMs, decidedMs, firstAudioSentMs } = turn!
  const steps = [recognizedMs, firstTokenMs, firstAudioMs, decidedMs, firstAudioSentMs].map(Number)
  assert.deepEqual(
    steps,
    steps.toSorted((a, b) => a - b),
  )
  assert.ok(firstTokenMs! > 300 && firstAudioMs! < 1_000, steps.join(' '))
})
