// Tests in virtual time that every text of an account is spoken, and recorded, without markup.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { functionTool, toolCall } from '#testing/calls/scripted-answers.ts'
import { startVirtualCall, type VirtualCallOptions } from '../../virtual/virtual-call.ts'
import type { CallTool } from '../settings.ts'

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const definition = (name: string) => ({ name, description: '', parameters: {} })

/** Returns what was said, after checking that it is what was heard. */
async function said(options: VirtualCallOptions, act: (call: ReturnType<typeof startVirtualCall>) => void) {
  const call = startVirtualCall(options)
  act(call)
  await settle()
  call.wait(8_000)
  const spoken = call.transcript().filter((entry) => entry.startsWith('assistant: '))
  assert.deepEqual(
    call.heard().map(({ text }) => `assistant: ${text}`),
    spoken,
  )
  return spoken.map((entry) => entry.replace('assistant: ', ''))
}

const asks = (call: ReturnType<typeof startVirtualCall>) => {
  call.wait(2_500)
  call.says('Can you do that for me?')
  call.wait(2_000)
}

const withTool = (name: string, tool: CallTool): VirtualCallOptions => ({
  tools: new Map([[name, tool]]),
  answer: ({ history }) =>
    history.at(-1)?.role === 'tool' ? { segments: ['Done.'] } : { toolCalls: [toolCall(name)] },
})

describe('a text of an account is spoken without markup', () => {
  it('as the greeting', async () => {
    const settings = {
      greeting: '# Hi! 👋\nThis is __Bo__ of <b>Smith &amp; Sons</b>, see https://www.smith.example/?a=1.',
    }
    const spoken = 'Hi! This is Bo of Smith and Sons, see smith.example.'
    assert.deepEqual(await said({ settings }, (call) => call.wait(6_000)), [spoken])
  })

  it('as the message to an answering machine', async () => {
    const settings = {
      direction: 'outbound',
      endOnVoicemail: false,
      voicemailMessage: 'Please `call` **back**. 📞',
    } as const
    const spoken = await said({ settings: { ...settings, greeting: undefined, waitForCustomer: true } }, (call) => {
      call.engine.carrierSays('machine', true)
      call.wait(6_000)
    })
    assert.deepEqual(spoken, ['Please call back.'])
  })

  it('when the call ends or is transferred', async () => {
    const end: CallTool = {
      kind: 'end_call',
      definition: definition('end_call'),
      message: '*Goodbye* 🙂 and ~~thanks~~!',
    }
    assert.equal((await said(withTool('end_call', end), asks)).at(-1), 'Goodbye and thanks!')
    const numbers = [{ written: '+12025550111', phoneNumber: '+12025550111', keys: '' }]
    const message = '> I connect you to [sales](https://example.com).'
    const transfer: CallTool = {
      kind: 'call_transfer',
      definition: definition('transfer'),
      message,
      numbers,
      endsOnFailure: false,
    }
    assert.equal((await said(withTool('transfer', transfer), asks)).at(-1), 'I connect you to sales.')
  })

  it('while a tool runs, and as a filler', async () => {
    const [name, tool] = functionTool('check', async () => ({ free: true }))
    const speaks = { ...tool, speakDuring: '<i>One moment</i> ⏳, I _look_.' } as CallTool
    assert.deepEqual((await said(withTool(name, speaks), asks)).slice(1), ['One moment , I look.', 'Done.'])
    const options = {
      rules: { fillerFor: () => '**Well** …' },
      answer: () => ({ afterMs: 3_000, segments: ['Done.'] }),
    }
    assert.deepEqual((await said(options, asks)).slice(1), ['Well …', 'Done.'])
  })

  it('if something is left of it, and otherwise nothing is spoken', async () => {
    const end: CallTool = { kind: 'end_call', definition: definition('end_call'), message: '👋' }
    const call = startVirtualCall(withTool('end_call', end))
    asks(call)
    call.wait(4_000)
    assert.equal(call.end?.reason, 'assistant_ended')
    assert.equal(call.transcript().length, 2)
  })
})
