// Tests of whole outbound calls that a machine answers: voicemail, call screening, a menu, a full mailbox, and a person.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { tone } from '@parley/carrier-sandbox'
import { endCall, hangUp, line, startPhoneCalls, wordsIn } from '../../calls/phone-calls.ts'

const calls = await startPhoneCalls({
  // The carrier reports nothing in time, so Parley has to listen.
  carrier: { delaysMs: { dialling: 5, answer: 5, machineDetection: 60_000 } },
})
after(() => calls[Symbol.asyncDispose]())
const { call } = calls

/** On a busy machine, the assistant begins late. A phone that speaks earlier would hear its first words after the beep. */
const onceGreeted = { pauseMs: 100 }
const greeting = line('You have reached Anna. Please leave a message after the tone.', onceGreeted)
const mailbox = { steps: [greeting, { beep: true, afterMs: 400 }, hangUp({ patienceMs: 12_000, pauseMs: 1_500 })] }
const beep = tone({ ms: 400, hz: 1_000 })

describe('an outbound call', { concurrency: true, timeout: 90_000 }, () => {
  it('to a person is answered by a human', async () => {
    const { details, heard } = await call({
      script: 'At nine.',
      phone: { steps: [line('Hello?', onceGreeted), line('When do you open?'), hangUp()] },
    })
    assert.deepEqual([details.answered_by, details.ended_reason], ['human', 'caller_hung_up'])
    assert.equal(details.answerer, 'person')
    assert.match(heard, /At nine\.$/)
  })

  it('to a voicemail ends without a message if there is none', async () => {
    const { details, payload, transcript } = await call({ phone: mailbox })
    assert.deepEqual([details.answered_by, details.ended_reason], ['machine', 'voicemail'])
    assert.deepEqual([details.answerer, payload['answerer']], ['voicemail', 'voicemail'])
    assert.ok(!transcript.includes('bot: All right.'))
  })

  it('to a voicemail leaves its message after the beep, once and completely', async () => {
    const { details, audio, heard } = await call({
      assistant: { voice_mail_message: 'Hello {{name}}, please call us back.' },
      variables: { name: 'Anna' },
      phone: mailbox,
    })
    const beepAt = Buffer.from(audio!.said).indexOf(beep.subarray(0, 160))
    assert.ok(beepAt > 0)
    assert.equal(wordsIn(audio!.heard.subarray(beepAt + beep.length)), 'Hello Anna, please call us back.')
    assert.deepEqual([details.answered_by, details.ended_reason], ['machine', 'voicemail'])
    assert.doesNotMatch(heard, /All right/)
  })

  it('to a mailbox with the greeting of a person is known by its beep, and gets the message after it', async () => {
    const { details, audio } = await call({
      assistant: { voice_mail_message: 'Please call us back.' },
      phone: {
        steps: [
          line('Anna Baker.', onceGreeted),
          { beep: true, afterMs: 300 },
          hangUp({ patienceMs: 12_000, pauseMs: 1_500 }),
        ],
      },
    })
    const beepAt = Buffer.from(audio!.said).indexOf(beep.subarray(0, 160))
    assert.equal(wordsIn(audio!.heard.subarray(beepAt + beep.length)), 'Please call us back.')
    assert.deepEqual([details.answered_by, details.ended_reason], ['machine', 'voicemail'])
  })

  it('to a voicemail continues if the assistant is set not to end it', async () => {
    const { details, requests } = await call({
      assistant: { end_call_on_voicemail: false, tools: [{ type: 'end_call' }] },
      script: endCall('I will call again.'),
      phone: { steps: [greeting] },
    })
    assert.deepEqual([details.answered_by, details.ended_reason], ['machine', 'assistant_ended'])
    assert.ok(requests.length > 0)
  })

  it('to call screening states its purpose, and continues with the person', async () => {
    const { details, heard, transcript } = await call({
      assistant: { initial_message: 'Hello, Ada of the bakery here.' },
      script: ['This is Ada, about your cake.', 'It is ready.'],
      phone: {
        steps: [
          line("Hi. Please state your name and reason for calling, I'll see if this person is available.", {
            ...onceGreeted,
          }),
          line('Hello, this is Anna.'),
          hangUp(),
        ],
      },
    })
    assert.deepEqual([details.answered_by, details.ended_reason], ['human', 'caller_hung_up'])
    assert.equal(details.answerer, 'person')
    assert.match(heard, /This is Ada, about your cake\. It is ready\.$/)
    assert.ok(transcript.includes('human: Hello, this is Anna.'))
  })

  it('to a menu can press a key of it', async () => {
    const made = await call({
      assistant: { tools: [{ type: 'dtmf_input' }] },
      script: [{ pieces: [{ tool: 'dtmf_input', arguments: { digits: '1' } }] }, 'Hello.'],
      phone: { steps: [line('For sales, press 1. For support, press 2.', onceGreeted), hangUp()] },
    })
    assert.notEqual(made.details.ended_reason, 'voicemail')
    const { timeline, answerer } = await made.client.calls.explain({ id: made.callId })
    assert.equal(answerer, 'menu')
    assert.ok(timeline.some(({ type, detail }) => type === 'pressed' && JSON.stringify(detail).includes('1')))
  })

  it('to a full mailbox ends without a message', async () => {
    const { details, audio, client, callId } = await call({
      assistant: { voice_mail_message: 'Please call us back.' },
      phone: { steps: [line('The mailbox is full and cannot accept any messages. Goodbye.', onceGreeted)] },
    })
    assert.deepEqual([details.answered_by, details.ended_reason], ['machine', 'mailbox_full'])
    assert.doesNotMatch(wordsIn(audio!.heard), /call us back/)
    assert.equal(details.answerer, 'voicemail')
    const { timeline } = await client.calls.explain({ id: callId })
    assert.ok(timeline.some(({ text }) => text === 'What answered: a voicemail.'))
    assert.ok(timeline.some(({ text }) => text === 'The call ended: mailbox_full, by assistant.'))
  })
})

describe('the detection of the carrier', { concurrency: true, timeout: 90_000 }, () => {
  for (const [answeredBy, machineDetection] of [
    ['machine', 5],
    ['machine', 1_000],
    ['fax', 1_000],
  ] as const) {
    it(`decides for a silent ${answeredBy} after ${machineDetection} ms`, async () => {
      await using other = await startPhoneCalls({ carrier: { delaysMs: { dialling: 5, answer: 5, machineDetection } } })
      const { details } = await other.call({ phone: { answeredBy } })
      assert.deepEqual([details.answered_by, details.ended_reason], ['machine', 'voicemail'])
    })
  }

  it('is not requested if nothing depends on it', async () => {
    const { atCarrier } = await call({
      assistant: { end_call_on_voicemail: false },
      phone: { steps: [hangUp({ afterMs: 500 })] },
    })
    assert.equal(atCarrier.machineDetection, null)
  })
})
