// Tests in virtual time of sounds and words of the customer while the assistant speaks.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { longAnswer } from '#testing/calls/scripted-answers.ts'
import { startVirtualCall } from '../virtual/virtual-call.ts'

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
    const { text, unspoken } = call.engine.record.transcript[2]!
    assert.equal(`${text} ${unspoken}`, longAnswer.join(' '))
    assert.ok(!JSON.stringify(call.mode.requests.at(-1)!.history).includes(unspoken!))
    const spoken = call.mode.requests.at(-1)!.history.findLast(({ role }) => role === 'assistant')!
    assert.equal(`assistant: ${spoken.content}`, `${interrupted} …`)
  })

  it('does not happen on a backchannel: the speech continues from where it was heard, without a repetition', () => {
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

  it('makes the assistant quieter at once, and pauses it at the first words', () => {
    const quieterMs: number[] = []
    const call = startVirtualCall({
      answer: () => ({ segments: longAnswer }),
      changeVolume: (_audio, from, to) => {
        if (to < from) quieterMs.push(call.clock.now())
      },
    })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(3_000)
    const startMs = call.clock.now()
    call.starts('Is there any parking', 2_000)
    call.wait(1_000)
    assert.deepEqual(
      quieterMs.map((atMs) => atMs - startMs),
      [200, 500],
    )
    const stoppedMs = call.line.sounds.at(-1)!.toMs - startMs
    assert.ok(stoppedMs <= 520, `stopped after ${stoppedMs} ms`)
  })

  it('pauses the assistant when it is longer than a backchannel, if no words are known', () => {
    const call = startVirtualCall({ answer: () => ({ segments: longAnswer }), interimWords: false })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(3_000)
    const startMs = call.clock.now()
    call.says('Is there any parking?')
    const stoppedMs = call.line.sounds.at(-1)!.toMs - startMs
    assert.ok(stoppedMs > 500 && stoppedMs <= 770, `stopped after ${stoppedMs} ms`)
    call.wait(2_000)
    assert.ok(call.engine.record.transcript.some(({ interrupted }) => interrupted))
  })

  it('keeps the assistant silent until the words of long speech are known, if none are known before', () => {
    const call = startVirtualCall({ answer: () => ({ segments: longAnswer }), interimWords: false })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(2_500)
    const startMs = call.clock.now()
    call.starts('My question was another one', 5_500)
    call.wait(6_000)
    assert.ok(call.line.sounds.at(-1)!.toMs < startMs + 800)
    assert.ok(call.engine.record.transcript.some(({ interrupted }) => interrupted))
  })

  it('pauses the assistant as early as the recognizer of the last turn allows it', () => {
    const call = startVirtualCall({ answer: () => ({ segments: longAnswer }), interimWords: false })
    /** Says this with first words after some time. Returns when the assistant paused during a following noise. */
    const pausedAfterMs = (text: string, firstWordsMs: number): number => {
      call.wait(12_000)
      call.starts(text, 1_600)
      call.wait(firstWordsMs)
      call.mode.listener().interim(text.split(' ')[0]!)
      call.wait(5_500 - firstWordsMs)
      const startMs = call.clock.now()
      call.makesNoise(1_500)
      call.wait(2_500)
      const states = call.engine.record.states.filter(({ atMs }) => atMs > startMs)
      return states.find(({ interruption }) => interruption === 'probable')!.atMs - startMs
    }
    const [early, late] = [260, 960].map((firstWordsMs) => pausedAfterMs('When do you open tomorrow?', firstWordsMs))
    assert.ok(early! >= 1_200 && early! < 1_320, `paused after ${early} ms`)
    assert.ok(late! >= 700 && late! < 820, `paused after ${late} ms`)
  })

  it('by first words that turn out to be a backchannel only pauses the assistant', () => {
    const call = startVirtualCall({ answer: () => ({ segments: longAnswer }), interimWords: false })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(3_000)
    call.starts('Okay', 480)
    call.wait(320)
    call.mode.listener().interim('Kate')
    call.wait(12_000)
    assert.ok(call.engine.record.states.some(({ interruption }) => interruption === 'probable'))
    assert.deepEqual(call.transcript().slice(-2), [`assistant: ${longAnswer.join(' ')}`, 'customer: Okay'])
    assert.equal(call.mode.requests.length, 1)
  })

  it('by a cough leaves no silence, because its words would be known', () => {
    const call = startVirtualCall({ answer: () => ({ segments: longAnswer }) })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(2_500)
    call.makesNoise(1_000)
    call.wait(10_000)
    assert.ok(call.line.clears.length > 0)
    assert.deepEqual(
      call.heard().map(({ text }) => text),
      ['Hello, this is Ada.', ...longAnswer],
    )
  })

  it('by one wrong word between those of a backchannel does not even pause the assistant', () => {
    const call = startVirtualCall({ answer: () => ({ segments: longAnswer }), interimWords: false })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(3_000)
    call.starts('Thank you', 660)
    for (const words of ['Thank you.', 'Thing,', 'Thank you.']) {
      call.wait(180)
      call.mode.listener().interim(words)
    }
    call.wait(12_000)
    const states = call.engine.record.states.map(({ interruption }) => interruption)
    assert.ok(states.includes('possible') && !states.includes('probable'), states.join(' '))
    assert.equal(call.transcript().at(-1), 'customer: Thank you')
  })

  it('by a backchannel leaves no silence', () => {
    const call = startVirtualCall({ answer: () => ({ segments: longAnswer }) })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(2_500)
    call.says('Okay', 480)
    call.wait(10_000)
    assert.ok(call.line.clears.length > 0)
    assert.deepEqual(
      call.heard().map(({ text }) => text),
      ['Hello, this is Ada.', ...longAnswer],
    )
  })

  it('by a backchannel of several words is none, even while only the first of them is known', () => {
    const call = startVirtualCall({ answer: () => ({ segments: longAnswer }) })
    call.wait(2_000)
    call.says('When do you open?')
    call.wait(2_500)
    call.says('I see', 900)
    call.wait(12_000)
    assert.deepEqual(call.transcript().slice(-2), [`assistant: ${longAnswer.join(' ')}`, 'customer: I see'])
  })

  it('does not happen on a noise: the speech continues within two seconds', () => {
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

  it('is heard although its words become known when the assistant has gone on for a while', () => {
    const call = startVirtualCall({
      recognitionMs: 4_000,
      interimWords: false,
      answer: () => ({ segments: [...longAnswer, ...longAnswer] }),
    })
    call.wait(2_000)
    call.starts('When do you open?', 1_000, { afterMs: 100 })
    call.wait(3_000)
    call.says('And on Sunday?')
    call.wait(6_000)
    assert.ok(call.transcript().includes('customer: And on Sunday?'), call.transcript().join('\n'))
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
