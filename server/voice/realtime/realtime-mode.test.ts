// Tests of realtime modes whose connection is lost, with a scripted model in virtual time.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startVirtualCall } from '../virtual/virtual-call.ts'
import { createVirtualRealtime, type VirtualRealtimeOptions } from '../virtual/virtual-realtime.ts'
import { virtualWords } from '../virtual/virtual-realtime-session.ts'

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

  it('answers what the caller was saying', () => {
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

  it('answers what the caller has said, when its words are not known yet', () => {
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
