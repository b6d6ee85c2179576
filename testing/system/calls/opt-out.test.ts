// Tests of whole outbound calls in which the person does not want to be called again.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { line, startPhoneCalls } from '../../calls/phone-calls.ts'

const calls = await startPhoneCalls()
after(() => calls[Symbol.asyncDispose]())

const confirmation = 'I will not call you again. Goodbye.'

describe('a person who does not want to be called again', { concurrency: true, timeout: 90_000 }, () => {
  for (const mode of ['pipeline', 'multimodal', 'dualplex'] as const) {
    it(`is confirmed, and the call ends (${mode})`, async () => {
      const made = await calls.call({
        assistant: { mode },
        script: { pieces: [confirmation, { tool: 'record_opt_out', arguments: { scope: 'topic' } }] },
        phone: { steps: [line('Hello?', { pauseMs: 100 }), line('Do not call me about this again.')] },
      })
      const { details, payload, transcript } = made
      assert.deepEqual(
        [details.opted_out, payload['opted_out'], details.ended_reason],
        ['topic', 'topic', 'assistant_ended'],
      )
      assert.match(made.heard, /I will not call you again\. Goodbye\.$/)
      assert.ok(transcript.includes('bot: [The customer does not want to be called again about this topic.]'))
      const { timeline } = await made.client.calls.explain({ id: made.callId })
      assert.equal(timeline.filter(({ type }) => type === 'opted_out').length, 1)
    })
  }

  it('cannot be recorded in inbound calls', async () => {
    const made = await calls.call({
      inbound: true,
      script: 'All right.',
      phone: { steps: [line('Hello.'), { hangUp: true, afterMs: 4_000 }] },
    })
    assert.ok(!JSON.stringify(made.requests.at(-1)?.body['tools'] ?? []).includes('record_opt_out'))
    assert.equal(made.details.opted_out, null)
  })
})
