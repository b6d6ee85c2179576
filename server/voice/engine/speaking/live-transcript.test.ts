// Tests of the words that customers can read while they are spoken.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startVirtualCall } from '../../virtual/virtual-call.ts'

const answer = 'We are open from nine to five on weekdays, and never on Sundays.'

function startCall(options: Parameters<typeof startVirtualCall>[0] = {}) {
  const call = startVirtualCall({ answer: () => ({ segments: [answer] }), ...options })
  const last = () => {
    const entry = call.engine.liveTranscript().at(-1)
    return entry && `${entry.speaker}: ${entry.text}`
  }
  return { call, last }
}

describe('the live transcript', () => {
  it('contains the words of the customer as they are recognized', () => {
    const { call, last } = startCall()
    call.wait(3_000)
    call.starts('When do you open?', 2_000)
    call.wait(1_100)
    assert.equal(last(), 'customer: When do')
    assert.equal(call.transcript().length, 1)
  })

  it('contains the words of the assistant as they are played, and no others', () => {
    const { call, last } = startCall()
    call.wait(3_000)
    call.says('When do you open?')
    const seen = new Set<string>()
    for (let passed = 0; passed < 6_000; passed += 20) {
      call.wait(20)
      const text = last()!
      if (!text.startsWith('assistant')) continue
      seen.add(text)
      const played = call.heard().find((one) => one.text === answer)
      const characters = text.length - 'assistant: '.length
      assert.ok(characters <= (played?.part ?? 0) * answer.length, `${text} after ${played?.part}`)
    }
    assert.deepEqual([seen.size, [...seen].at(-1)], [answer.split(' ').length, `assistant: ${answer}`])
  })

  it('keeps the words that were played before an interruption', () => {
    const { call } = startCall()
    call.wait(3_000)
    call.says('When do you open?')
    call.wait(2_000)
    call.starts('Wait, I meant tomorrow', 2_000)
    call.wait(300)
    const shown = call.engine.liveTranscript().findLast(({ speaker }) => speaker === 'assistant')!.text
    call.wait(3_000)
    const heard = call.engine.liveTranscript()[2]!
    assert.ok(shown.length > 0 && heard.text.startsWith(shown), `${shown} before ${heard.text}`)
    assert.equal(heard.interrupted, true)
  })
})
