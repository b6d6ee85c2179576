// Tests of realtime modes whose connection is lost, with a scripted model in virtual time.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { functionTool } from '#testing/calls/scripted-answers.ts'
import { startVirtualCall } from '../virtual/virtual-call.ts'
import { createVirtualRealtime, type VirtualRealtimeOptions } from '../virtual/virtual-realtime.ts'
import { type ScriptedRound, virtualWords } from '../virtual/virtual-realtime-session.ts'

const answer = 'We are open from nine to five on weekdays.'

function start(options: Partial<VirtualRealtimeOptions> = {}) {
  const call = startVirtualCall({
    realtime: (clock) => createVirtualRealtime(clock, { round: () => ({ texts: [answer] }), ...options }),
  })
  return { call, events: call.realtime!.events }
}

describe('a realtime model whose connection is lost', () => {
  it('speaks the greeting in the next session', () => {
    const { call, events } = start({ lostAfterMs: [100, Number.POSITIVE_INFINITY] })
    call.wait(4_000)
    assert.deepEqual(events.spoken, ['Hello, this is Ada.'])
    assert.equal(call.heard()[0]?.text, 'Hello, this is Ada.')
    assert.ok(call.heard()[0]!.fromMs < 1_000)
  })

  it('answers what the customer was saying', () => {
    const { call, events } = start({ lostAfterMs: [3_000, Number.POSITIVE_INFINITY] })
    call.wait(2_500)
    call.says('When do you open?')
    call.wait(4_000)
    assert.equal(events.sessions, 2)
    assert.deepEqual(call.transcript(), [
      'assistant: Hello, this is Ada.',
      `customer: ${virtualWords}`,
      `assistant: ${answer}`,
    ])
    assert.ok(events.responses.at(-1)!.known.includes(`heard: ${virtualWords}`))
  })

  it('answers what the customer has said, when its words are not known yet', () => {
    const { call, events } = start({ lostAfterMs: [3_900, Number.POSITIVE_INFINITY], recognitionMs: 2_000 })
    call.wait(2_500)
    call.says('When do you open?')
    call.wait(8_000)
    assert.equal(events.sessions, 2)
    assert.ok(events.responses.at(-1)!.known.includes(`heard: ${virtualWords}`))
    assert.deepEqual(call.transcript().slice(1), [`customer: ${virtualWords}`, `assistant: ${answer}`])
  })

  for (const recognitionMs of [20, 400, 2_000])
    it(`answers at whatever moment it is lost, with words after ${recognitionMs} ms`, () => {
      for (let lostMs = 2_520; lostMs < 5_000; lostMs += 20) {
        const { call, events } = start({ lostAfterMs: [lostMs, Number.POSITIVE_INFINITY], recognitionMs })
        call.wait(2_500)
        call.says('When do you open?')
        call.wait(8_000)
        const { known } = events.responses.at(-1)!
        const isKnown = known.includes(`heard: ${virtualWords}`) || known.includes(`user: ${virtualWords}`)
        assert.ok(isKnown, `lost after ${lostMs} ms: ${known}`)
        assert.equal(call.transcript()[1], `customer: ${virtualWords}`, `lost after ${lostMs} ms`)
        assert.ok(
          call.heard().some(({ text, part }) => text === answer && part > 0.5),
          `lost after ${lostMs} ms`,
        )
        assert.deepEqual(events.violations, [])
      }
    })

  it('speaks the answer to the result of a tool in the next session', async () => {
    const rounds: ScriptedRound[] = [{ texts: ['One moment.'], toolCalls: ['check'] }, { losesAfter: 0 }]
    const call = startVirtualCall({
      tools: new Map([functionTool('check', async () => ({}))]),
      realtime: (clock) => createVirtualRealtime(clock, { round: () => rounds.shift() ?? { texts: [answer] } }),
    })
    call.wait(2_500)
    call.says('When do you open?')
    for (let frames = 0; frames < 300; frames++) {
      call.frame()
      await null
    }
    assert.equal(call.realtime!.events.sessions, 2)
    assert.deepEqual(call.transcript().slice(2), ['assistant: One moment.', `assistant: ${answer}`])
  })

  it('is replaced again in a long call if it has answered in between', () => {
    const { call, events } = start({ lostAfterMs: [9_000] })
    for (let turn = 0; turn < 8; turn++) {
      call.wait(7_000)
      call.says('When do you open?')
    }
    call.wait(4_000)
    assert.equal(call.end, undefined)
    assert.ok(events.sessions > 5)
  })
})

describe('a realtime model whose new connections are lost as well', () => {
  const lostAtOnce = [3_000, 20, 20, Number.POSITIVE_INFINITY]

  it('is connected to at once, and then after growing delays, before the call ends', () => {
    const { call, events } = start({ lostAfterMs: [3_000, 20] })
    call.wait(10_000)
    assert.deepEqual(events.openedAtMs, [0, 3_000, 3_520, 5_540])
    assert.equal(call.end?.reason, 'recognition_failed')
  })

  it('answers what the customer says during the delay, once', () => {
    const { call, events } = start({ lostAfterMs: lostAtOnce })
    call.wait(3_600)
    call.says('When do you open?')
    call.wait(6_000)
    assert.deepEqual(events.openedAtMs.slice(1), [3_000, 3_520, 5_540])
    assert.deepEqual(call.transcript().slice(1), [`customer: ${virtualWords}`, `assistant: ${answer}`])
    assert.ok(events.responses.at(-1)!.known.includes(`heard: ${virtualWords}`))
    assert.equal(events.responses.length, 1)
    assert.deepEqual(events.violations, [])
  })

  it('answers a question whose answer is lost with two connections', () => {
    const { call, events } = start({
      lostAfterMs: [4_200, 20, 20, Number.POSITIVE_INFINITY],
      round: () => ({ texts: [answer], afterMs: 500 }),
    })
    call.wait(2_500)
    call.says('When do you open?')
    call.wait(8_000)
    assert.deepEqual(events.openedAtMs.slice(1), [4_200, 4_720, 6_740])
    assert.deepEqual(call.transcript().slice(1), [`customer: ${virtualWords}`, `assistant: ${answer}`])
    assert.deepEqual(events.violations, [])
  })

  it('says phrases in another voice during the delay', () => {
    const { call, events } = start({ lostAfterMs: [20, 20, 20, Number.POSITIVE_INFINITY] })
    call.wait(5_000)
    assert.deepEqual(events.spoken, [])
    assert.equal(call.heard()[0]?.text, 'Hello, this is Ada.')
    assert.ok(call.heard()[0]!.fromMs < 1_000)
  })

  it('connects no more after the call', () => {
    const { call, events } = start({ lostAfterMs: [3_000, 20] })
    call.wait(3_200)
    call.hangUp()
    call.clock.advance(10_000)
    assert.equal(events.sessions, 2)
  })
})

it('the timeline tells why another vendor serves the model', () => {
  const { call } = start({ replaced: { vendor: 'google', code: 'unsupported_output' } })
  const notes = call.engine.record.timeline.flatMap(({ type, detail }) => (type === 'fell_back' ? [detail] : []))
  assert.deepEqual(notes, ['google → virtual: unsupported_output'])
})

describe('a realtime model that keeps its instructions', () => {
  /** The call begins at this time of 31 December. Returns how many messages about the time the model has at each answer. */
  function answersFrom(time: string, ...pausesMs: number[]) {
    const startedMs = Date.parse(`2026-12-31T${time}Z`)
    const call = startVirtualCall({
      settings: { maxSilenceMs: 3_600_000, reengagementMs: 3_600_000, maxDurationMs: 3_600_000 },
      realtime: (clock) => {
        const fromMs = clock.now()
        const currentTime = () => {
          const text = new Date(startedMs + clock.now() - fromMs).toISOString().slice(0, 16)
          return { date: text.slice(0, 10), text }
        }
        return createVirtualRealtime(clock, { round: () => ({ texts: [answer] }), currentTime })
      },
    })
    for (const pauseMs of pausesMs) {
      call.wait(pauseMs)
      call.says('When do you open?')
      call.wait(4_000)
    }
    return call.realtime!.events.responses.map(({ known }) => known.filter((message) => message.includes('[2')).length)
  }

  it('gets the time again on a new day, once', () => {
    assert.deepEqual(answersFrom('23:58:30', 10_000, 100_000, 10_000), [0, 1, 1])
  })

  it('gets the time again after five minutes', () => {
    assert.deepEqual(answersFrom('12:00:00', 10_000, 200_000, 100_000, 10_000, 300_000), [0, 0, 1, 1, 2])
  })
})
