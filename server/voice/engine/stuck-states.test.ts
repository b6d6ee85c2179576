// Tests that no tool, noise or malfunctioning model leaves a call deaf, silent or without an end.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toolCall } from '#testing/calls/scripted-answers.ts'
import { startVirtualCall } from '../virtual/virtual-call.ts'
import type { CallHost, CallTool } from './settings.ts'

describe('a tool that takes effect at once', () => {
  const tools: CallHost['tools'] = new Map<string, CallTool>([
    ['dtmf_input', { kind: 'dtmf_input', definition: { name: 'dtmf_input', description: '', parameters: {} } }],
  ])

  it('leaves the assistant able to listen, to answer, and to notice silence', () => {
    let answers = 0
    const call = startVirtualCall({
      tools,
      answer: () =>
        answers++ === 0 ? { toolCalls: [toolCall('dtmf_input', { digits: '1' })] } : { segments: ['Done.'] },
    })
    call.wait(2_000)
    call.says('Press one, please.')
    call.wait(3_000)
    call.says('What did you do?')
    call.wait(3_000)
    assert.deepEqual(call.transcript().slice(-2), ['customer: What did you do?', 'assistant: Done.'])
    call.wait(60_000)
    assert.equal(call.end?.reason, 'silence')
  })
})

describe('a customer in constant noise', () => {
  it('is answered again and again, although the noise never pauses', () => {
    const call = startVirtualCall()
    call.wait(2_000)
    call.starts('word '.repeat(600).trim(), 150_000)
    call.wait(150_000)
    const customer = call.transcript().filter((line) => line.startsWith('customer'))
    assert.ok(customer.length >= 3, String(customer.length))
  })

  it('does not keep the call alive without words', () => {
    const call = startVirtualCall()
    call.wait(2_000)
    call.makesNoise(500_000)
    call.wait(300_000)
    assert.equal(call.end?.reason, 'silence')
  })
})
