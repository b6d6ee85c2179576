// Tests of whole calls in virtual time: turns, interruptions, silence, tools, failures and the end of a call.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startVirtualCall } from '../virtual/virtual-call.ts'
import type { CallHost, CallTool } from './settings.ts'

const longAnswer = [
  'We are open from nine to five on weekdays.',
  'On Saturdays we close at noon, and on Sundays all day.',
]

function functionTool(name: string, run: () => Promise<unknown>, timeoutMs = 5_000): [string, CallTool] {
  const definition = { name, description: name, parameters: { type: 'object' } }
  return [name, { kind: 'function', definition, speakDuring: undefined, timeoutMs, run }]
}

const toolCall = (name: string, args: Record<string, unknown> = {}) => ({ id: `call-${name}`, name, arguments: args })
/** Lets promises of tools settle. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a conversation', () => {
  it('greets the caller, answers after the pause, and records what was heard', () => {
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

  it('discards a prepared answer when the caller goes on', () => {
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

describe('the end of a turn that the recognizer reports', () => {
  /** The caller asks for 1,000 ms; the recognizer reports the end of the turn this long after the beginning. */
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

  it('completes the turn although a noise goes on', () => {
    const ms = answerTime(1_060, 'ai', true)
    // The noise also delays the answer like a possible interruption.
    assert.ok(ms > 680 && ms <= 2_500, `heard after ${ms} ms`)
  })

  it('does not complete the turn if only silence decides', () => {
    assert.ok(answerTime(1_900, 'vad') >= 2_000)
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

describe('an interruption', () => {
  it('stops the speech within the minimum duration and 50 ms, and keeps only what was heard', () => {
    const call = startVirtualCall({ answer: () => ({ segments: longAnswer }) })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(3_000)
    const startMs = call.clock.now()
    call.starts('Wait, I meant tomorrow')
    call.wait(3_000)
    const stoppedMs = call.line.clears[0]!
    assert.ok(stoppedMs - startMs <= 250, `stopped after ${stoppedMs - startMs} ms`)
    const [, , interrupted, customer] = call.transcript()
    assert.match(interrupted!, /^assistant: We are open/)
    assert.ok(interrupted!.length < `assistant: ${longAnswer.join(' ')}`.length)
    assert.equal(customer, 'customer: Wait, I meant tomorrow')
    const spoken = call.mode.requests.at(-1)!.history.findLast(({ role }) => role === 'assistant')!
    assert.equal(`assistant: ${spoken.content}`, `${interrupted} …`)
  })

  it('by a backchannel is none: the speech goes on from where it was heard, without a repetition', () => {
    const call = startVirtualCall({ answer: () => ({ segments: longAnswer }) })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(2_500)
    call.says('Yeah')
    call.wait(10_000)
    const parts = call.heard().filter(({ text }) => text === longAnswer[0])
    const heard = parts.reduce((sum, { part }) => sum + part, 0)
    assert.ok(Math.abs(heard - 1) < 0.02, `heard ${heard} of the audio`)
    assert.deepEqual(call.transcript().slice(-2), [`assistant: ${longAnswer.join(' ')}`, 'customer: Yeah'])
    assert.equal(call.mode.requests.length, 1)
  })

  it('by a backchannel of several words is none, also while only the first of them is known', () => {
    const call = startVirtualCall({ answer: () => ({ segments: longAnswer }) })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(2_500)
    call.says('I see', 900)
    call.wait(12_000)
    assert.deepEqual(call.transcript().slice(-2), [`assistant: ${longAnswer.join(' ')}`, 'customer: I see'])
  })

  it('by a noise is none: the speech goes on within two seconds', () => {
    const call = startVirtualCall({ answer: () => ({ segments: longAnswer }) })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(2_500)
    call.makesNoise(4_000)
    call.wait(15_000)
    assert.equal(call.transcript().at(-1), `assistant: ${longAnswer.join(' ')}`)
    const gaps = call.heard().map(({ fromMs }, index, all) => (index === 0 ? 0 : fromMs - all[index - 1]!.fromMs))
    assert.ok(Math.max(...gaps) < 6_000)
  })

  it('needs the configured number of words', () => {
    const run = (minInterruptWords: number) => {
      const call = startVirtualCall({ settings: { minInterruptWords }, answer: () => ({ segments: longAnswer }) })
      call.wait(2_000)
      call.says('When do you open?')
      call.wait(2_500)
      call.says('That bakery')
      call.wait(1_000)
      return call.engine.record.transcript.some(({ interrupted }) => interrupted)
    }
    assert.equal(run(2), true)
    assert.equal(run(4), false)
  })

  it('is not possible when interruptions are off; the words are answered afterwards', () => {
    const call = startVirtualCall({
      settings: { allowInterruptions: false },
      answer: ({ history }) => ({ segments: history.length > 3 ? ['Tomorrow too.'] : longAnswer }),
    })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(2_500)
    call.says('And tomorrow?')
    call.wait(15_000)
    assert.deepEqual(call.line.clears, [])
    assert.deepEqual(call.transcript().slice(-3), [
      `assistant: ${longAnswer.join(' ')}`,
      'customer: And tomorrow?',
      'assistant: Tomorrow too.',
    ])
  })

  it('while the answer is being generated replaces the answer', () => {
    const call = startVirtualCall({
      answer: ({ history }) => ({ afterMs: 2_000, segments: [`Answer ${history.length}`] }),
    })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(1_200)
    call.says('I mean tomorrow')
    call.wait(6_000)
    assert.deepEqual(call.transcript().slice(1), [
      'customer: When do you open?',
      'customer: I mean tomorrow',
      'assistant: Answer 2',
    ])
  })

  it('is not the assistant itself, which the recognizer hears as an echo', () => {
    const call = startVirtualCall({ answer: () => ({ segments: longAnswer }) })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(3_000)
    call.mode.listener().interim('open from nine to five')
    call.wait(500)
    call.mode.listener().final('open from nine to five on weekdays')
    call.wait(15_000)
    assert.equal(call.transcript().at(-1), `assistant: ${longAnswer.join(' ')}`)
  })

  it('is not what people say when they answer the phone', () => {
    const call = startVirtualCall()
    call.wait(200)
    call.says('Hello?')
    call.wait(6_000)
    assert.deepEqual(call.transcript(), ['assistant: Hello, this is Ada.', 'customer: Hello?'])
    assert.deepEqual(call.line.clears, [])
    assert.equal(call.mode.requests.length, 0)
  })

  it('leaves no audio of the old answer after it', () => {
    let count = 0
    const call = startVirtualCall({
      answer: () => ({ segments: [`First answer number ${++count} is long enough.`, 'And goes on for a while.'] }),
    })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(2_000)
    call.says('Stop')
    call.wait(6_000)
    const texts = call.heard().map(({ text }) => text)
    const last = texts.lastIndexOf('First answer number 1 is long enough.')
    assert.ok(texts.indexOf('First answer number 2 is long enough.') > last)
  })
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

describe('tools', () => {
  it('are bridged by a phrase, and their results are answered', async () => {
    const tools = new Map([functionTool('check', async () => ({ free: true }))])
    const call = startVirtualCall({
      tools,
      answer: ({ history }) =>
        history.at(-1)?.role === 'tool' ? { segments: ['A table is free.'] } : { toolCalls: [toolCall('check')] },
    })
    call.wait(2_000)
    call.says('Is a table free?')
    call.wait(1_500)
    await settle()
    call.wait(5_000)
    assert.deepEqual(call.transcript().slice(2), ['assistant: One moment, please.', 'assistant: A table is free.'])
  })

  it('run once if the answer that calls them was prepared', async () => {
    let runs = 0
    const tools = new Map([functionTool('check', async () => ({ free: ++runs }))])
    const call = startVirtualCall({
      tools,
      rules: { endpointing: { delayAfter: () => 1_500, learnPause() {} } },
      answer: ({ history }) =>
        history.at(-1)?.role === 'tool' ? { segments: ['A table is free.'] } : { toolCalls: [toolCall('check')] },
    })
    call.wait(2_000)
    call.says('Is a table free?')
    call.wait(1_200)
    assert.equal(runs, 0)
    call.wait(1_000)
    await settle()
    call.wait(5_000)
    assert.equal(runs, 1)
    assert.equal(call.mode.requests.length, 2)
    assert.equal(call.transcript().at(-1), 'assistant: A table is free.')
  })

  it('that never answer do not silence the assistant', () => {
    const tools = new Map([functionTool('check', () => new Promise(() => {}), 5_000)])
    const call = startVirtualCall({
      tools,
      answer: ({ history }) => {
        const last = history.at(-1)!
        return last.role === 'tool'
          ? { segments: [last.content.includes('in time') ? 'The check failed.' : 'Free.'] }
          : { toolCalls: [toolCall('check')] }
      },
    })
    call.wait(2_000)
    call.says('Is a table free?')
    call.wait(12_000)
    assert.equal(call.transcript().at(-1), 'assistant: The check failed.')
  })

  it('end the call after the goodbye was heard', () => {
    const tools = new Map<string, CallTool>([
      [
        'end_call',
        { kind: 'end_call', definition: { name: 'end_call', description: '', parameters: {} }, message: undefined },
      ],
    ])
    const call = startVirtualCall({
      tools,
      answer: () => ({ segments: ['Thank you, goodbye!'], toolCalls: [toolCall('end_call')] }),
    })
    call.wait(2_000)
    call.says('That is all')
    call.wait(8_000)
    assert.equal(call.end!.reason, 'assistant_ended')
    const goodbye = call.heard().at(-1)!
    assert.equal(goodbye.text, 'Thank you, goodbye!')
    assert.ok(goodbye.part > 0.99)
  })

  it('transfer the call after their message was heard, or say that it failed', () => {
    const definition = { name: 'call_transfer', description: '', parameters: {} }
    const tools = new Map<string, CallTool>([
      [
        'call_transfer',
        { kind: 'call_transfer', definition, message: 'I will connect you.', phoneNumbers: ['+14155550100'] },
      ],
    ])
    const run = (transfer?: CallHost['transfer']) => {
      const call = startVirtualCall({
        tools,
        transfer,
        answer: ({ history }) =>
          history.at(-1)?.role === 'tool'
            ? { segments: ['That did not work.'] }
            : { toolCalls: [toolCall('call_transfer')] },
      })
      call.wait(2_000)
      call.says('A person please')
      call.wait(8_000)
      return call
    }
    const transferred = run()
    assert.equal(transferred.end!.reason, 'transferred')
    assert.equal(transferred.transcript().at(-1), 'assistant: I will connect you.')
    assert.ok(transferred.heard().at(-1)!.part > 0.99)
    const refused = run((_to, failed) => failed('The destination is not allowed.'))
    assert.equal(refused.end, undefined)
    assert.equal(refused.transcript().at(-1), 'assistant: That did not work.')
  })

  it('collect the keys that the caller presses', () => {
    const definition = { name: 'collect_keypad', description: '', parameters: {} }
    const tools = new Map<string, CallTool>([
      ['collect_keypad', { kind: 'collect_keypad', definition, maxDigits: 4, finishKey: '#', timeoutMs: 5_000 }],
    ])
    const call = startVirtualCall({
      tools,
      answer: ({ history }) => {
        const last = history.at(-1)!
        return last.role === 'tool'
          ? { segments: [`You entered ${JSON.parse(last.content).digits}.`] }
          : { segments: ['Enter your PIN.'], toolCalls: [toolCall('collect_keypad')] }
      },
    })
    call.wait(2_000)
    call.says('Log me in')
    call.wait(3_000)
    call.press('12#')
    call.wait(4_000)
    assert.equal(call.transcript().at(-1), 'assistant: You entered 12.')
  })

  it('press keys on the line', () => {
    const definition = { name: 'dtmf_input', description: '', parameters: {} }
    const call = startVirtualCall({
      tools: new Map<string, CallTool>([['dtmf_input', { kind: 'dtmf_input', definition }]]),
      answer: ({ history }) =>
        history.at(-1)?.role === 'tool'
          ? { segments: ['Done.'] }
          : { toolCalls: [toolCall('dtmf_input', { digits: '12' })] },
    })
    call.wait(2_000)
    call.says('Press one two')
    call.wait(4_000)
    assert.ok(call.line.sounds.some(({ code, fromMs, toMs }) => code === 0x7e && toMs - fromMs === 200))
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

  it('of a recognizer that does not answer still gives the caller an answer', () => {
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

  it('by the caller records what was heard until then', () => {
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

it('waits for the customer to speak first if the assistant is set to', () => {
  const call = startVirtualCall({ settings: { waitForCustomer: true } })
  call.wait(3_000)
  assert.deepEqual(call.heard(), [])
  call.says('Hello?')
  call.wait(3_000)
  assert.deepEqual(call.transcript(), ['customer: Hello?', 'assistant: Hello, this is Ada.'])
})

it('measures the steps of each turn from the end of the caller’s speech', () => {
  const call = startVirtualCall({ rules: { endpointing: { delayAfter: () => 300, learnPause() {} } } })
  call.wait(2_000)
  call.says('When do you open?')
  call.wait(3_000)
  const [turn] = call.engine.record.turns
  assert.ok(turn!.decidedMs! >= 300 && turn!.decidedMs! <= 380, `decided after ${turn!.decidedMs} ms`)
  assert.ok(turn!.sentMs! >= turn!.firstTokenMs!)
})
