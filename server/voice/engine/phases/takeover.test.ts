// Tests of takeovers in virtual time: the assistant stays silent, rules of silence rest, and the conversation continues afterwards.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startVirtualCall } from '../../virtual/virtual-call.ts'
import type { ScriptedRequest } from '../../virtual/virtual-mode.ts'
import { createVirtualRealtime, type VirtualRealtime } from '../../virtual/virtual-realtime.ts'

const frame = new Uint8Array(160).fill(0x10)

function startCall(options: Parameters<typeof startVirtualCall>[0] = {}) {
  const requests: ScriptedRequest[] = []
  const call = startVirtualCall({
    ...options,
    answer: (request) => {
      requests.push(request)
      return { segments: ['Certainly.'] }
    },
  })
  const texts = () => call.heard().map(({ text }) => text)
  return { call, requests, texts, lastMessages: () => JSON.stringify(requests.at(-1)?.history) }
}

describe('a person who has the call', () => {
  it('stops the assistant at once, and is not answered by it', () => {
    const { call, requests, texts } = startCall()
    call.wait(400)
    assert.ok(call.engine.takeover.begin())
    const stoppedMs = call.clock.now()
    call.wait(1_000)
    call.says('Is anyone there?')
    call.wait(5_000)
    assert.ok(call.line.sounds.every(({ toMs }) => toMs <= stoppedMs + 60))
    assert.deepEqual(requests, [])
    assert.deepEqual(call.transcript().slice(-1), ['customer: Is anyone there?'])
    assert.deepEqual(texts().length, 1)
  })

  it('has the call although the assistant was about to transfer it to a phone number and to end it', () => {
    const definition = { name: 'tool', description: '', parameters: {} }
    const message = 'I will connect you now, please stay on the line.'
    const numbers = [{ written: 'a', phoneNumber: '+12025550100', keys: '' }]
    const requests: ScriptedRequest[] = []
    const call = startVirtualCall({
      settings: { greeting: undefined },
      tools: new Map([
        ['transfer', { kind: 'call_transfer', definition, message, numbers, endsOnFailure: true }],
        ['end_call', { kind: 'end_call', definition, message: undefined }],
      ]),
      answer: (request) => {
        requests.push(request)
        return { toolCalls: ['transfer', 'end_call'].map((name) => ({ id: name, name, arguments: {} })) }
      },
    })
    call.wait(1_000)
    assert.ok(call.engine.takeover.begin())
    call.wait(3_000)
    assert.deepEqual([call.end, call.engine.takeover.isTakenOver(), requests.length], [undefined, true, 1])
  })

  it('is heard soon, and what comes too late is dropped', () => {
    const { call } = startCall()
    call.engine.takeover.begin()
    call.wait(100)
    const fromMs = call.clock.now()
    // After a pause of the network, two seconds come at once.
    for (let count = 0; count < 100; count++) call.engine.takeover.audio(frame)
    call.wait(3_000)
    const sound = call.line.sounds.find(({ code }) => code === 0x10)!
    assert.ok(sound.fromMs - fromMs <= 60 && sound.toMs - sound.fromMs <= 300)
  })

  it('is not asked whether anyone is there, and reaches the maximum duration', () => {
    const { call, texts } = startCall({
      settings: { maxDurationMs: 60_000, maxSilenceMs: 5_000, reengagementMs: 3_000 },
    })
    call.wait(500)
    call.engine.takeover.begin()
    const before = texts().length
    call.wait(50_000)
    assert.equal(texts().length, before)
    call.wait(15_000)
    assert.equal(call.end?.reason, 'max_duration')
    assert.equal(call.engine.takeover.isTakenOver(), false)
  })

  it('has its words and those of the customer in the history of the next answer', () => {
    const { call, requests, lastMessages } = startCall()
    call.wait(3_000)
    call.engine.takeover.begin()
    call.engine.takeover.said('This is Anna.', call.clock.now())
    call.says('Hello Anna.')
    call.wait(3_000)
    call.press('12')
    call.wait(3_000)
    assert.equal(requests.length, 0)
    call.engine.takeover.handBack()
    call.wait(2_000)
    assert.equal(requests.length, 1)
    for (const text of [
      'colleague said to the customer: This is Anna.',
      'Hello Anna.',
      'pressed 1 2',
      'handed the call back',
    ])
      assert.ok(lastMessages().includes(text), text)
    assert.deepEqual(call.transcript().slice(-1), ['assistant: Certainly.'])
  })

  it('lets the customer finish when it hands the call back', () => {
    const { call, requests, lastMessages } = startCall()
    call.wait(3_000)
    call.engine.takeover.begin()
    call.starts('What about my invoice?', 2_000)
    call.wait(1_000)
    call.engine.takeover.handBack()
    call.wait(500)
    assert.equal(requests.length, 0)
    call.wait(3_000)
    assert.equal(requests.length, 1)
    assert.ok(lastMessages().includes('handed the call back'))
  })

  it('cannot take over twice, nor a call that ends', () => {
    const { call } = startCall()
    assert.ok(call.engine.takeover.begin())
    assert.ok(!call.engine.takeover.begin())
    call.engine.endByAgent()
    assert.ok(!call.engine.takeover.begin())
    call.wait(1_000)
    assert.equal(call.end?.reason, 'agent_ended')
  })
})

describe('a whisper', () => {
  for (const output of ['audio', 'text'] as const) {
    it(`is known to a realtime model with ${output} output from its next answer on, even after a lost connection`, () => {
      let realtime: VirtualRealtime | undefined
      const call = startVirtualCall({
        realtime: (clock) => {
          realtime = createVirtualRealtime(clock, {
            output,
            round: () => ({ texts: ['Certainly.'] }),
            lostAfterMs: [10_000, Number.POSITIVE_INFINITY],
          })
          return realtime
        },
      })
      call.wait(3_000)
      call.engine.whisper('Offer a discount.')
      call.says('And then?')
      call.wait(4_000)
      call.wait(4_000)
      call.says('And then?')
      call.wait(4_000)
      const { responses, sessions } = realtime!.events
      assert.deepEqual([responses.length, sessions], [2, 2])
      for (const { known } of responses)
        assert.equal(known.filter((message) => /customer does not hear it: Offer a discount/.test(message)).length, 1)
      assert.deepEqual(
        call.transcript().filter((entry) => entry.startsWith('whisper')),
        ['whisper: Offer a discount.'],
      )
      assert.ok(call.heard().every(({ text }) => !text.includes('discount')))
    })
  }
})
