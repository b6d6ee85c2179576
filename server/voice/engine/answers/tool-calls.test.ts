// Tests in virtual time of tools: phrases during them, time limits, transfers, keys, and the end of the call.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { functionTool, toolCall } from '#testing/calls/scripted-answers.ts'
import { startVirtualCall } from '../../virtual/virtual-call.ts'
import type { CallHost, CallTool } from '../settings.ts'

function optOutTool(scopes: string[], isRecorded: boolean): [string, CallTool] {
  const definition = { name: 'record_opt_out', description: '', parameters: {} }
  const record = async (scope: string) => {
    scopes.push(scope)
    return { result: { recorded: isRecorded }, isRecorded }
  }
  return ['record_opt_out', { kind: 'opt_out', definition, timeoutMs: 5_000, record }]
}

/** Lets promises of tools settle. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

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

  for (const [says, farewell] of [
    ['I will not call you again. Goodbye.', 'I will not call you again. Goodbye.'],
    [undefined, 'I have noted that you do not want to be called again. Goodbye.'],
  ] as const) {
    it(`record an opt-out, and end the call after a confirmation ${says ? 'of the model' : 'in its place'}`, async () => {
      const scopes: string[] = []
      const tools = new Map([optOutTool(scopes, true)])
      const call = startVirtualCall({
        tools,
        answer: () => ({ segments: says ? [says] : [], toolCalls: [toolCall('record_opt_out', { scope: 'topic' })] }),
      })
      call.wait(2_000)
      call.says('Do not call me about this again.')
      call.wait(1_000)
      await settle()
      call.wait(10_000)
      assert.deepEqual([scopes, call.end!.reason], [['topic'], 'assistant_ended'])
      const spoken = call.heard().at(-1)!
      assert.equal(spoken.text, farewell)
      assert.ok(spoken.part > 0.99)
      assert.ok(
        call.transcript().includes('assistant: [The customer does not want to be called again about this topic.]'),
      )
    })
  }

  it('continue with the call if an opt-out cannot be recorded', async () => {
    const scopes: string[] = []
    const call = startVirtualCall({
      tools: new Map([optOutTool(scopes, false)]),
      answer: ({ history }) =>
        history.at(-1)?.role === 'tool'
          ? { segments: ['Please write to us.'] }
          : { toolCalls: [toolCall('record_opt_out')] },
    })
    call.wait(2_000)
    call.says('Do not call me again.')
    call.wait(1_000)
    await settle()
    call.wait(5_000)
    assert.deepEqual([scopes, call.end], [['everything'], undefined])
    assert.equal(call.transcript().at(-1), 'assistant: Please write to us.')
    assert.ok(!call.transcript().some((text) => text.includes('[The customer')))
  })

  it('transfer the call after their message was heard, or say that it failed', () => {
    const definition = { name: 'call_transfer', description: '', parameters: {} }
    const tools = new Map<string, CallTool>([
      [
        'call_transfer',
        {
          kind: 'call_transfer',
          definition,
          message: 'I will connect you.',
          numbers: [{ written: '+14155550100', phoneNumber: '+14155550100', keys: '' }],
          endsOnFailure: false,
        },
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

  it('collect the keys that the customer presses', () => {
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
