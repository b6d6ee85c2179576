// Tests that an assistant holds the same conversation in each of the three modes, over the real media connection.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { endCall, hangUp, line, startPhoneCalls } from '../../calls/phone-calls.ts'

const calls = await startPhoneCalls()
after(() => calls[Symbol.asyncDispose]())

const modes = ['pipeline', 'multimodal', 'dualplex'] as const
const long = 'We are open from nine to five on weekdays, until noon on Saturdays, and we are closed on Sundays.'

describe('on the phone', { concurrency: true, timeout: 90_000 }, () => {
  for (const mode of modes) {
    it(`the ${mode} mode answers, remembers, calls tools and says goodbye`, async () => {
      const made = await calls.call({
        inbound: true,
        assistant: { mode, tools: [{ type: 'end_call' }] },
        script: ['At nine.', endCall('Goodbye, Anna.')],
        phone: { steps: [line('When do you open?'), line('Thank you, this is Anna. Goodbye.')] },
      })
      assert.equal(made.heard, 'Hello. At nine. Goodbye, Anna.')
      assert.deepEqual(made.transcript, [
        'bot: Hello.',
        'human: When do you open?',
        'bot: At nine.',
        'human: Thank you, this is Anna. Goodbye.',
        'bot: Goodbye, Anna.',
      ])
      assert.equal(made.details.ended_reason, 'assistant_ended')
      const messages = made.requests.at(-1)?.body['messages'] as { role: string; content: string }[]
      assert.deepEqual(messages.map(({ content }) => content).slice(-4), [
        'Hello.',
        'When do you open?',
        'At nine.',
        'Thank you, this is Anna. Goodbye.',
      ])
    })

    it(`the ${mode} mode is interrupted, and knows what was heard`, async () => {
      const made = await calls.call({
        inbound: true,
        assistant: { mode },
        script: [long, 'At ten.'],
        phone: {
          steps: [
            line('When do you open?'),
            line('No, I meant tomorrow at noon please', { interruptAfterMs: 1_500 }),
            hangUp(),
          ],
        },
      })
      const [, , interrupted, customer, answer] = made.transcript
      assert.ok(interrupted!.length < `bot: ${long}`.length && `bot: ${long}`.startsWith(interrupted!), interrupted)
      assert.deepEqual([customer, answer], ['human: No, I meant tomorrow at noon please', 'bot: At ten.'])
      const messages = JSON.stringify(made.requests.at(-1)?.body['messages'])
      assert.ok(!messages.includes('closed on Sundays'), messages)
    })
  }
})
