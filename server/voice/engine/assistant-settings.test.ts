// Tests in virtual time that the settings of an assistant change the course of a call.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startVirtualCall, type VirtualCallOptions } from '../virtual/virtual-call.ts'
import type { CallSettings } from './settings.ts'

const longAnswer = ['We are open from nine to five on all weekdays, and until noon on Saturdays and Sundays.']

/** How long after the end of the customer's speech the answer is heard. */
function answeredAfterMs(settings: Partial<CallSettings>, text: string, answer?: VirtualCallOptions['answer']): number {
  const call = startVirtualCall({ settings, answer: answer ?? (() => ({ afterMs: 20, segments: ['Certainly.'] })) })
  call.wait(3_000)
  call.says(text)
  const endMs = call.clock.now()
  call.wait(8_000)
  return call.heard().find(({ text: heard }) => heard === 'Certainly.')!.fromMs - endMs
}

/** How long after the onset of the customer's speech the assistant falls silent; undefined if it does not. */
function silencedAfterMs(settings: Partial<CallSettings>, text = 'Wait, I meant tomorrow'): number | undefined {
  const call = startVirtualCall({ settings, answer: () => ({ segments: longAnswer }) })
  call.wait(3_000)
  call.says('When do you open?')
  call.wait(3_000)
  const startMs = call.clock.now()
  call.says(text)
  call.wait(500)
  const [clearedMs] = call.line.clears
  return clearedMs === undefined ? undefined : clearedMs - startMs
}

const spoken = 'I would like to come tomorrow evening'

describe('the setting', () => {
  it('endpoint_sensitivity makes the assistant answer sooner', () => {
    const delays = [0, 0.5, 2, 5].map((endpointSensitivity) => answeredAfterMs({ endpointSensitivity }, spoken))
    assert.deepEqual(
      delays,
      delays.toSorted((a, b) => b - a),
    )
    assert.ok(delays[0]! - delays[3]! > 200, delays.join(' '))
  })

  it('endpoint_type ai waits longer if the text does not sound complete', () => {
    const vad = answeredAfterMs({ endpointType: 'vad' }, spoken)
    const ai = answeredAfterMs({ endpointType: 'ai' }, spoken)
    assert.ok(ai > vad + 100, `${ai} ${vad}`)
  })

  it('interrupt_sensitivity makes the assistant pause sooner', () => {
    const delays = [0, 0.5, 5].map((interruptSensitivity) => silencedAfterMs({ interruptSensitivity })!)
    assert.ok(delays[0]! > delays[1]! + 100 && delays[1]! > delays[2]! + 60, delays.join(' '))
  })

  it('allow_interruptions off keeps the assistant speaking', () => {
    assert.notEqual(silencedAfterMs({ allowInterruptions: true }), undefined)
    assert.equal(silencedAfterMs({ allowInterruptions: false }), undefined)
  })

  it('min_interrupt_words counts the words that interrupt', () => {
    const isCut = (minInterruptWords: number | null) => {
      const call = startVirtualCall({ settings: { minInterruptWords }, answer: () => ({ segments: longAnswer }) })
      call.wait(3_000)
      call.says('When do you open?')
      call.wait(3_000)
      call.says('My name is')
      call.wait(500)
      return call.engine.record.transcript.some(({ interrupted }) => interrupted)
    }
    assert.deepEqual([null, 2, 4].map(isCut), [true, true, false])
  })

  it('reengagement_interval decides when the assistant asks whether the customer is still there', () => {
    for (const reengagementMs of [7_000, 15_000]) {
      const call = startVirtualCall({ settings: { reengagementMs } })
      call.wait(30_000)
      const [greeting, question] = call.heard()
      const silenceMs = question!.fromMs - (greeting!.fromMs + greeting!.text.length * 60)
      assert.ok(Math.abs(silenceMs - reengagementMs) < 300, `${silenceMs}`)
    }
  })

  it('max_silence_duration counts from the last words of either side', () => {
    for (const maxSilenceMs of [5_000, 20_000]) {
      const call = startVirtualCall({ settings: { maxSilenceMs } })
      call.wait(3_000)
      call.says('Hello.')
      call.wait(maxSilenceMs - 500)
      assert.deepEqual(call.ends, [])
      call.wait(10_000)
      assert.equal(call.end?.reason, 'silence')
    }
  })

  it('max_initial_silence_duration applies until the customer has spoken', () => {
    const silent = startVirtualCall({ settings: { maxInitialSilenceMs: 5_000 } })
    silent.wait(12_000)
    assert.equal(silent.end?.reason, 'silence')
    const spoke = startVirtualCall({ settings: { maxInitialSilenceMs: 5_000 } })
    spoke.wait(2_000)
    spoke.says('Hello.')
    spoke.wait(12_000)
    assert.equal(spoke.end, undefined)
  })

  it('max_duration ends the call with a goodbye that fits into it', () => {
    for (const maxDurationMs of [20_000, 90_000]) {
      const call = startVirtualCall({
        settings: { maxDurationMs, maxSilenceMs: 360_000, maxInitialSilenceMs: 360_000 },
      })
      call.wait(maxDurationMs + 5_000)
      assert.equal(call.end?.reason, 'max_duration')
      assert.ok(call.clock.now() <= maxDurationMs && call.clock.now() > maxDurationMs * 0.6)
      assert.ok(call.heard().at(-1)!.part > 0.99)
    }
  })

  it('fillers and filler_config are spoken while a slow answer is generated, and not otherwise', () => {
    const fillers = { positive: ['Fine.'], negative: ['Oh.'], question: ['Let me see.'], neutral: ['Right.'] }
    const said = (config: CallSettings['fillers'], afterMs: number) => {
      const call = startVirtualCall({
        settings: { fillers: config },
        answer: () => ({ afterMs, segments: ['Certainly.'] }),
      })
      call.wait(3_000)
      call.says('When do you open?')
      call.wait(6_000)
      return call.heard().map(({ text }) => text)
    }
    assert.deepEqual(said(fillers, 2_500), ['Hello, this is Ada.', 'Let me see.', 'Certainly.'])
    assert.deepEqual(said(fillers, 100), ['Hello, this is Ada.', 'Certainly.'])
    assert.deepEqual(said(undefined, 2_500), ['Hello, this is Ada.', 'Certainly.'])
  })
})
