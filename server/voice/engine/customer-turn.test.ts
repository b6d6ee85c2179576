// Tests in virtual time of the customer's turn: its end, the answer to it, and the times of its steps.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { longAnswer } from '#testing/calls/scripted-answers.ts'
import { startVirtualCall } from '../virtual/virtual-call.ts'

describe('a conversation', () => {
  it('greets the customer, answers after the pause, and records what was heard', () => {
    const call = startVirtualCall()
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(3_000)
    assert.deepEqual(call.transcript(), [
      'assistant: Hello, this is Ada.',
      'customer: When do you open?',
      'assistant: Certainly.',
    ])
    const history = call.mode.requests.at(-1)!.history
    assert.deepEqual(
      history.map(({ role, content }) => `${role}: ${content}`),
      ['assistant: Hello, this is Ada.', 'user: When do you open?'],
    )
  })

  it('prepares the answer during the pause, so that it follows as soon as the turn is complete', () => {
    const call = startVirtualCall({ rules: { endpointing: { delayAfter: () => 1_000, learnPause() {} } } })
    call.wait(2_000)
    const endMs = call.clock.now() + 1_000
    call.says('When do you open?', 1_000)
    call.wait(4_000)
    const answer = call.heard().find(({ text }) => text === 'Certainly.')!
    assert.ok(answer.fromMs - endMs <= 1_050, `heard after ${answer.fromMs - endMs} ms`)
    assert.equal(call.mode.requests.length, 1)
  })

  it('discards a prepared answer when the customer continues', () => {
    const call = startVirtualCall({ rules: { endpointing: { delayAfter: () => 1_000, learnPause() {} } } })
    call.wait(2_000)
    call.says('I would like to')
    call.wait(600)
    call.says('book a table')
    call.wait(4_000)
    assert.deepEqual(
      call.heard().map(({ text }) => text),
      ['Hello, this is Ada.', 'Certainly.'],
    )
    assert.equal(call.transcript()[1], 'customer: I would like to book a table')
  })

  it('waits for all groups of a number that was asked for, and puts them together', () => {
    const call = startVirtualCall({ settings: { greeting: 'What is your card number?' } })
    call.wait(3_000)
    for (const group of [
      'Four, nine, two, nine.',
      'Three, eight, four, seven.',
      'Five, six, one, zero.',
      'Two, ate.',
    ]) {
      call.says(group, 1_200)
      call.wait(1_200)
    }
    call.wait(4_000)
    assert.equal(call.transcript().filter((line) => line.startsWith('assistant')).length, 2)
    assert.equal(call.transcript()[1], 'customer: 4929 3847 5610 28.')
  })

  it('does not answer while the customer begins to speak again', () => {
    const call = startVirtualCall({ rules: { endpointing: { delayAfter: () => 500, learnPause() {} } } })
    call.wait(2_000)
    call.says('I would like to book a table.')
    // Speech is detected 40 ms after its beginning.
    call.wait(440)
    call.says('It is for four people.')
    call.wait(3_000)
    assert.equal(call.transcript()[1], 'customer: I would like to book a table. It is for four people.')
  })

  it('learns what follows a pause: the turn continues, was cut in on, or is answered', () => {
    const learned: [number, string][] = []
    const learnPause = (pauseMs: number, kind: string): void => {
      learned.push([Math.round(pauseMs / 100) * 100, kind])
    }
    const call = startVirtualCall({ rules: { endpointing: { delayAfter: () => 500, learnPause } } })
    call.wait(2_000)
    call.says('I would like to')
    call.wait(400)
    call.says('book a table.')
    call.wait(900)
    call.says('It is for four people.')
    call.wait(4_000)
    call.says('On Friday.')
    call.wait(1_000)
    assert.deepEqual(
      learned.map(([, kind]) => kind),
      ['in_turn', 'cut_in', 'answer'],
    )
    assert.deepEqual(
      learned.slice(0, 2).map(([pauseMs]) => pauseMs),
      [400, 900],
    )
  })

  it('does not take a quick reply to a short answer for the rest of the turn', () => {
    const learned: string[] = []
    const learnPause = (_pauseMs: number, kind: string): void => void learned.push(kind)
    const answer = () => ({ segments: ['Yes?'] })
    const call = startVirtualCall({ answer, rules: { endpointing: { delayAfter: () => 500, learnPause } } })
    call.wait(2_000)
    call.says('Is it possible to book a table?')
    while (call.heard().length < 2 || call.line.bufferedMs() > 0) call.frame()
    call.wait(400)
    call.says('It is for four people.')
    call.wait(2_000)
    assert.deepEqual(learned, ['answer'])
  })

  it('sends speech at most 300 ms ahead of its playback', () => {
    const call = startVirtualCall({ answer: () => ({ segments: longAnswer }) })
    call.wait(2_000)
    call.says('When do you open?')
    for (let passed = 0; passed < 5_000; passed += 20) {
      call.wait(20)
      assert.ok(call.line.bufferedMs() <= 300)
    }
  })
})

it('a turn is answered once, with the words that are known then, however late the recognizer knows the last ones', () => {
  for (const recognitionMs of [1_800, 3_000, 4_000, 6_000]) {
    const call = startVirtualCall({
      recognitionMs,
      answer: () => ({ segments: ['We are open from nine to five, and on Saturdays from ten to two.'] }),
    })
    call.wait(4_000)
    call.says('When do you open please?')
    call.wait(12_000)
    const customer = call.transcript().filter((line) => line.startsWith('customer'))
    assert.deepEqual([customer.length, call.mode.requests.length], [1, 1], `${recognitionMs} ms: ${customer}`)
  }
})

describe('the end of a turn that the recognizer reports', () => {
  /** The customer asks for 1,000 ms; the recognizer reports the end of the turn this long after the beginning. */
  function answerTime(reportedMs: number, type: 'ai' | 'vad', isNoisy = false): number {
    const endpointing = { trustsVendor: type === 'ai', delayAfter: () => 2_000, learnPause() {} }
    const call = startVirtualCall({ rules: { endpointing }, recognitionMs: 100 })
    call.wait(2_000)
    const startMs = call.clock.now()
    call.clock.after(reportedMs, () => {
      if (reportedMs < 1_300) call.mode.listener().final('When do you open?')
      call.mode.listener().turnEnded()
    })
    call.starts(reportedMs < 1_300 ? '' : 'When do you open?', 1_000)
    call.wait(1_000)
    if (isNoisy) call.makesNoise(10_000)
    call.wait(6_000)
    assert.deepEqual(call.transcript().slice(1), ['customer: When do you open?', 'assistant: Certainly.'])
    assert.equal(call.mode.requests.length, 1)
    return call.heard().find(({ text }) => text === 'Certainly.')!.fromMs - startMs - 1_000
  }

  it('completes the turn at once during the pause, and an answer that is prepared follows', () => {
    const ms = answerTime(1_900, 'ai')
    assert.ok(ms >= 900 && ms <= 960, `heard after ${ms} ms`)
  })

  it('completes the turn when the end of the sound is detected after it', () => {
    const ms = answerTime(1_060, 'ai')
    // 200 ms for the end of the sound, 400 ms for the answer and its audio.
    assert.ok(ms <= 680, `heard after ${ms} ms`)
  })

  it('completes the turn although a noise continues', () => {
    const ms = answerTime(1_060, 'ai', true)
    // The noise also delays the answer like a possible interruption.
    assert.ok(ms > 680 && ms <= 2_500, `heard after ${ms} ms`)
  })

  it('does not complete the turn if only silence decides', () => {
    assert.ok(answerTime(1_900, 'vad') >= 1_980)
  })

  it('is withdrawn by words that follow it, and the delay is the longest wait', () => {
    const endpointing = { trustsVendor: true, delayAfter: () => 1_000, learnPause() {} }
    const call = startVirtualCall({ rules: { endpointing } })
    call.wait(2_000)
    call.clock.after(500, () => {
      call.mode.listener().final('I would like')
      call.mode.listener().turnEnded()
    })
    call.starts('', 1_000)
    call.wait(600)
    call.mode.listener().interim('a table')
    call.wait(400)
    call.wait(800)
    assert.equal(call.transcript().length, 1)
    call.wait(3_000)
    assert.deepEqual(call.transcript().slice(1), ['customer: I would like a table', 'assistant: Certainly.'])
  })
})

it('measures the steps of each turn from the end of the customer’s speech', () => {
  const call = startVirtualCall({ rules: { endpointing: { delayAfter: () => 300, learnPause() {} } } })
  call.wait(2_000)
  call.says('When do you open?')
  call.wait(3_000)
  const [turn] = call.engine.record.turns
  assert.ok(turn!.decidedMs! >= 380 && turn!.decidedMs! <= 460, `decided after ${turn!.decidedMs} ms`)
  assert.ok(turn!.firstAudioSentMs! >= turn!.firstTokenMs!)
})
