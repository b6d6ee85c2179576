// Tests that transcripts and recordings of whole calls contain what both sides have heard, and nothing else.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { readWav } from '@parley/telephone'
import { hangUp, line, type PhoneCall, startPhoneCalls } from '../../calls/phone-calls.ts'

const calls = await startPhoneCalls()
after(() => calls[Symbol.asyncDispose]())
const { call, parley } = calls

const longAnswer = 'We are open from nine to five on all weekdays, and until noon on Saturdays and Sundays.'

const saidBy = (sender: 'bot' | 'human', { details }: PhoneCall): string =>
  details.transcript
    .filter((entry) => entry.sender === sender)
    .map(({ text }) => text)
    .join(' ')

describe('a call', { concurrency: 6, timeout: 120_000 }, () => {
  it('has a transcript of what was said and heard, in order and with times', async () => {
    const made = await call({
      script: ['We open at nine.', 'Goodbye.'],
      phone: { steps: [line('When do you open?'), line('Thank you.'), hangUp()] },
    })
    assert.deepEqual(made.transcript, [
      'bot: Hello.',
      'human: When do you open?',
      'bot: We open at nine.',
      'human: Thank you.',
      'bot: Goodbye.',
    ])
    assert.equal(saidBy('bot', made), made.heard)
    const times = made.details.transcript.map(({ timestamp }) => Date.parse(timestamp))
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    )
    assert.ok(times.at(-1)! - times[0]! > 2_000)
  })

  it('has a transcript without the words that an interruption kept from being heard', async () => {
    const made = await call({
      script: [longAnswer, 'Yes.'],
      phone: {
        steps: [line('When do you open?'), line('Stop, is that today?', { interruptAfterMs: 1_500 }), hangUp()],
      },
    })
    const [, , interrupted] = made.transcript
    assert.ok(`bot: ${longAnswer}`.startsWith(interrupted!) && interrupted!.length < longAnswer.length, interrupted)
    const heard = made.heard.slice('Hello. '.length).replace(/ ?Yes\.$/, '')
    // The audio is cut at any position, the transcript between words.
    assert.ok(longAnswer.startsWith(heard.trim()), made.heard)
    assert.ok(Math.abs(interrupted!.length - 'bot: '.length - heard.length) <= 12, `${interrupted} / ${made.heard}`)
    const asked = JSON.stringify(made.requests.at(-1)!.body['messages'])
    assert.ok(asked.includes(`${interrupted!.slice('bot: '.length)} …`) && !asked.includes('Sundays'), asked)
    const { text, unspoken } = made.details.transcript[2]!
    assert.equal(`${text} ${unspoken}`, longAnswer)
    assert.ok(made.details.transcript.every((entry, index) => index === 2 || entry.unspoken === undefined))
    assert.ok(!JSON.stringify(made.payload).includes('Sundays'))
    const [listed] = (await made.client.calls.list({ with_transcript: false })).data
    assert.deepEqual([listed!.id, listed!.transcript], [made.callId, []])
  })

  it('has a recording with the customer on the left and the assistant on the right', async () => {
    const made = await call({
      assistant: { record: true },
      script: longAnswer,
      phone: { steps: [line('When do you open on Saturdays and on Sundays?'), hangUp()] },
    })
    const own = readWav(Buffer.from(await made.client.calls.recording({ id: made.callId })))
    const carrier = readWav(parley.carrier.control.recording(made.atCarrier.sid)!)
    const [left, right] = own.channels.map(energyOf)
    const [phone, application] = carrier.channels.map(energyOf)
    for (const [mine, theirs] of [
      [left, phone],
      [right, application],
    ]) {
      assert.ok(mine! > 0.9 * theirs! && mine! < 1.1 * theirs!, `${mine} instead of ${theirs}`)
    }
    assert.ok(right! > 1.3 * left!)
    assert.ok(Math.abs(own.channels[0]!.length - carrier.channels[0]!.length) < 1.5 * own.sampleRate)
  })
})

const energyOf = (samples: Int16Array): number => samples.reduce((sum, sample) => sum + sample ** 2, 0)
