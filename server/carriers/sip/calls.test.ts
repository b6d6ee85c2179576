// Tests whole calls over SIP trunks in real time, with a provider on the same machine.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { IncomingPhoneCall, PhoneCallEvents } from '@parley/sip'
import { until } from '#testing/app/until.ts'
import { endCall, startPhoneCalls } from '#testing/calls/phone-calls.ts'
import { createPerson, type Person } from '#testing/sip/provider.ts'
import { openTrunk } from '#testing/sip/trunks.ts'

const phones = await startPhoneCalls()
after(() => phones[Symbol.asyncDispose]())

/** Answers a call as this person. */
function answerAs(person: Person, call: IncomingPhoneCall): PhoneCallEvents {
  call.ring()
  void call.answer()
  return person.events
}

const transcriptOf = (transcript: { sender: string; text: string }[]): string[] =>
  transcript.map(({ sender, text }) => `${sender}: ${text}`)

describe('a call over a SIP trunk', { concurrency: 4 }, () => {
  it('is placed, heard and understood in both directions, and ends as the assistant wants', async () => {
    const person = createPerson()
    await using trunk = await openTrunk(phones, {
      party: {
        assistant: { tools: [{ type: 'end_call' }] },
        script: ({ body }) =>
          JSON.stringify(body['messages']).includes('Goodbye') ? endCall('Goodbye.') : 'We open at nine.',
      },
      answer: (call) => answerAs(person, call),
    })
    const id = await trunk.call()
    await trunk.spoken()
    const said = async () => transcriptOf((await trunk.client.calls.get({ id })).transcript)
    await person.sayUntil(
      'When do you open?',
      async () => person.heard().includes('We open at nine.') && (await said()).includes('human: When do you open?'),
    )
    await person.sayUntil('Goodbye.', () => person.seen.some((event) => event.startsWith('ended')))
    const call = await trunk.callEnded(id)
    const transcript = transcriptOf(call.transcript)
    for (const line of ['bot: Hello.', 'human: When do you open?', 'bot: We open at nine.'])
      assert.ok(transcript.includes(line), transcript.join('\n'))
    assert.deepEqual([call.status, call.ended_reason], ['ended_by_assistant', 'assistant_ended'])
    const [invite] = trunk.provider.requests.filter(({ method }) => method === 'INVITE')
    assert.match(trunk.provider.headerOf(invite!, 'From')!, new RegExp(`sip:\\${trunk.number}@`))
    await until(async () => (await trunk.read()).last_call_at !== null)
    assert.equal((await trunk.read()).last_error, null)
  })

  it('is taken from the provider, and ends when the customer hangs up', async () => {
    await using trunk = await openTrunk(phones, { party: { assistant: { type: 'inbound' } } })
    const person = createPerson()
    const call = await trunk.provider.call('12025550188', trunk.number, person)
    await trunk.spoken()
    call.hangUp()
    const id = Number((await trunk.ended)['id'])
    const { status, client_phone_number, assistant_phone_number } = await trunk.client.calls.get({ id })
    assert.deepEqual(
      [status, client_phone_number, assistant_phone_number],
      ['ended_by_customer', '+12025550188', trunk.number],
    )
    assert.deepEqual(person.seen.slice(0, 2), ['ringing 180', 'answered'])
  })

  it('of a hidden caller is anonymous, and one that is for no number of the trunk is not found', async () => {
    await using trunk = await openTrunk(phones, { party: { assistant: { type: 'inbound' } } })
    const person = createPerson()
    const call = await trunk.provider.call('anonymous', trunk.number, person)
    await trunk.spoken()
    call.hangUp()
    const id = Number((await trunk.ended)['id'])
    assert.equal((await trunk.client.calls.get({ id })).client_phone_number, 'anonymous')
    const stranger = createPerson()
    await trunk.provider.call('12025550188', '+442079460000', stranger)
    await until(() => stranger.seen.includes('ended 404'))
  })

  it('that is canceled while it rings costs nothing', async () => {
    await using trunk = await openTrunk(phones, { party: { assistant: { type: 'inbound' } } })
    const person = createPerson()
    const call = await trunk.provider.call('12025550188', trunk.number, person)
    call.hangUp()
    await until(() => person.seen.some((event) => event.startsWith('ended')))
    const list = async () => (await trunk.client.calls.list({})).data
    await until(
      async () => (await list()).length > 0 && (await list()).every(({ ended_reason }) => ended_reason !== null),
    )
    const data = await list()
    for (const { ended_reason, total_cost } of data) assert.deepEqual([ended_reason, total_cost], ['caller_hung_up', 0])
  })

  it('is encrypted if the trunk requires it, and is refused without keys, for free', async () => {
    await using trunk = await openTrunk(phones, {
      party: { assistant: { type: 'inbound' } },
      fields: { srtp: 'required' },
    })
    const plain = createPerson()
    await trunk.provider.call('12025550188', trunk.number, plain)
    await until(() => plain.seen.includes('ended 488'))
    const list = async () => (await trunk.client.calls.list({})).data
    await until(async () => (await list())[0]?.ended_reason !== null)
    assert.equal((await list())[0]!.total_cost, 0)
    const person = createPerson()
    const call = await trunk.provider.call('12025550188', trunk.number, person, { srtp: 'required', codecs: ['PCMU'] })
    await until(() => person.seen.includes('answered'))
    await trunk.spoken()
    call.hangUp()
    await trunk.ended
  })

  it('passes keys in both directions', async () => {
    const person = createPerson()
    await using trunk = await openTrunk(phones, {
      party: {
        assistant: { tools: [{ type: 'dtmf_input' }] } as never,
        script: [{ pieces: [{ tool: 'dtmf_input', arguments: { digits: '42#' } }] }, 'Done.'],
      },
      answer: (call) => answerAs(person, call),
    })
    const id = await trunk.call()
    await trunk.spoken()
    const keys = () => person.seen.filter((event) => event.startsWith('key'))
    await person.sayUntil('Press the keys.', () => keys().length >= 3)
    assert.deepEqual(keys().slice(0, 3), ['key 4', 'key 2', 'key #'])
    await trunk.client.calls.get({ id })
  })

  it('waits while the customer holds it, and continues afterwards', async () => {
    await using trunk = await openTrunk(phones, {
      party: { assistant: { type: 'inbound' } },
    })
    const person = createPerson()
    const call = await trunk.provider.call('12025550188', trunk.number, person)
    await trunk.spoken()
    const offer = (direction: string) =>
      call.signaling.offer(
        Buffer.from(
          `v=0\r\no=- 1 ${direction === 'sendonly' ? 2 : 3} IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 23998 RTP/AVP 0 101\r\na=rtpmap:101 telephone-event/8000\r\na=${direction}\r\n`,
        ),
      )
    const held = await offer('sendonly')
    assert.match(Buffer.from('answer' in held ? held.answer : []).toString(), /a=recvonly/)
    assert.ok('answer' in (await offer('sendrecv')))
    call.hangUp()
    const id = Number((await trunk.ended)['id'])
    const { timeline } = await trunk.client.calls.explain({ id })
    const holds = timeline.map(({ type }) => type).filter((type) => type.includes('hold'))
    assert.deepEqual(holds, ['on_hold', 'hold_ended'])
  })
})

describe('a call that is not connected', { concurrency: 4 }, () => {
  const cases = [
    { answers: 486, status: 'busy', reason: 'busy' },
    { answers: 603, status: 'busy', reason: 'busy' },
    { answers: 480, status: 'no-answer', reason: 'no_answer' },
    { answers: 404, status: 'failed', reason: 'number_unavailable' },
    { answers: 403, status: 'failed', reason: 'carrier_failed' },
    { answers: 503, status: 'failed', reason: 'carrier_failed' },
  ]
  for (const { answers, status, reason } of cases)
    it(`is ${status} after ${answers}`, async () => {
      await using trunk = await openTrunk(phones, {
        answer(call) {
          call.reject(answers)
          return {}
        },
      })
      const call = await trunk.callEnded(await trunk.call())
      assert.deepEqual([call.status, call.ended_reason, call.total_cost], [status, reason, 0])
      const isFault = status === 'failed'
      await until(async () => (await trunk.read()).last_call_at !== null)
      assert.equal((await trunk.read()).last_error !== null, isFault)
    })

  it('is canceled after the ringing time, and is then free', async () => {
    const person = createPerson()
    await using trunk = await openTrunk(phones, {
      party: { assistant: { ringing_time: 1 } },
      answer(call) {
        call.ring()
        return person.events
      },
    })
    const call = await trunk.callEnded(await trunk.call())
    assert.deepEqual([call.status, call.total_cost], ['no-answer', 0])
    await until(() => person.seen.some((event) => event.startsWith('ended')))
  })

  it('waits until a channel of the trunk is free', async () => {
    const first = createPerson()
    const second = createPerson()
    const persons = [first, second]
    await using trunk = await openTrunk(phones, {
      fields: { max_calls: 1 },
      answer: (call) => answerAs(persons.shift()!, call),
    })
    const firstId = await trunk.call('+12025550191')
    await trunk.spoken()
    const secondId = await trunk.call('+12025550192')
    const postponed = async () =>
      (await trunk.client.calls.explain({ id: secondId })).timeline.some(({ type }) => type === 'dial_postponed')
    await until(postponed)
    await trunk.client.liveCalls.end({ id: firstId } as never).catch(() => undefined)
    await trunk.callAnswered(secondId)
  })
})
