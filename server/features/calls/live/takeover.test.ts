// Tests of whispering to the assistant and of taking calls over, with audio over the real connections.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { until } from '#testing/app/until.ts'
import { connectListener, type ListenerClient, startMicrophone } from '#testing/calls/listener-client.ts'
import { startOpenCalls } from '#testing/calls/open-phone-calls.ts'
import { wordsIn } from '#testing/calls/phone-calls.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const calls = await startOpenCalls()
after(() => calls[Symbol.asyncDispose]())
const { open, parley } = calls
const { db } = parley.app.context
type Call = Awaited<ReturnType<typeof open>>

const take = async ({ client, callId }: Call) => connectListener(await client.liveCalls.takeOver({ id: callId }))
const hasCall = (person: ListenerClient) => person.state()?.['has_call'] === true
const heard = ({ audio }: Call) => wordsIn(audio().heard)

describe('a whisper', { timeout: 60_000, concurrency: true }, () => {
  it('is followed from the next answer on, and does not reach the customer', async () => {
    const script = ({ body }: { body: Record<string, unknown> }) =>
      JSON.stringify(body['messages']).includes('ten percent') ? 'Ten percent off.' : 'No discount.'
    const call = await open({ script })
    const { client, callId: id } = call
    const key = { idempotencyKey: 'whisper-1' }
    await using listener = await connectListener(await client.liveCalls.listen({ id }))
    await client.liveCalls.whisper({ id, text: 'Offer ten percent.' }, key)
    await client.liveCalls.whisper({ id, text: 'Offer ten percent.' }, key)
    await listener.until(() => listener.captions.some(({ speaker }) => speaker === 'whisper'))
    call.say('Any discount?')
    await until(async () => heard(call).includes('Ten percent off.'))
    call.hangUp()
    const { transcript } = await call.ended()
    assert.deepEqual(
      transcript.map(({ type, sender, text }) => `${type} ${sender}: ${text}`),
      [
        'transcript bot: Hello.',
        'whisper agent: Offer ten percent.',
        'transcript human: Any discount?',
        'transcript bot: Ten percent off.',
      ],
    )
    assert.equal(heard(call), 'Hello. Ten percent off.')
    const payload = JSON.stringify(await call.reported)
    assert.ok(payload.includes('Any discount?') && !payload.includes('Offer ten percent'), payload)
    const { rows } = await sql`select from call_requests where call_id = ${id} and text is not null`.execute(db)
    assert.deepEqual(rows, [])
    const { timeline } = await client.calls.explain({ id })
    assert.ok(timeline.some(({ text }) => text === 'Whispered to the assistant: Offer ten percent.'))
  })

  it('needs a live call, and is limited', async () => {
    const call = await open()
    const { client, callId: id } = call
    for (let count = 0; count < 20; count++) await client.liveCalls.whisper({ id, text: `Number ${count}.` })
    await assert.rejects(
      client.liveCalls.whisper({ id, text: 'Too many.' }),
      refusedWith(409, { message: 'The call has too many whispers.' }),
    )
    const stranger = await parley.createAccount()
    await assert.rejects(
      stranger.client.liveCalls.whisper({ id, text: 'Hello.' }),
      refusedWith(404, { message: 'Call not found' }),
    )
    await client.liveCalls.end({ id })
    assert.equal((await call.ended()).ended_reason, 'agent_ended')
    await assert.rejects(
      client.liveCalls.whisper({ id, text: 'Hello.' }),
      refusedWith(409, { message: 'The call is not live.' }),
    )
  })
})

const long =
  'This is a very long answer of the assistant that nobody will hear to its end, because a person takes over.'

describe('a person who takes a call over', { timeout: 60_000, concurrency: true }, () => {
  it('is heard instead of the assistant within 250 ms, is recognized and recorded, and hands the call back', async () => {
    const script = ({ body }: { body: Record<string, unknown> }) =>
      JSON.stringify(body['messages']).includes('handed the call back') ? 'As my colleague said.' : long
    const call = await open({ script, assistant: { record: true } })
    const { client, callId: id } = call
    call.say('Hi there!')
    await until(async () => heard(call).includes('very long'))
    const person = await take(call)
    const speak = startMicrophone(person)
    await person.until(() => hasCall(person))
    const takenMs = performance.now()
    await person.until(() => person.packets.some(({ receivedMs }) => receivedMs > takenMs + 250))
    await assert.rejects(client.liveCalls.takeOver({ id }), (error: Error) =>
      /has been taken over by/.test(JSON.stringify(error) + error.message),
    )
    speak('Anna speaking.')
    await until(async () => heard(call).includes('Anna speaking.'))
    assert.ok(!heard(call).includes('takes over'))
    const heardByPerson = () => {
      const after = person.packets.filter(({ receivedMs }) => receivedMs > takenMs + 250)
      return wordsIn(Buffer.concat(after.map(({ assistant }) => assistant)))
    }
    await person.until(() => heardByPerson().includes('speaking.'))
    assert.equal(heardByPerson(), 'Anna speaking.')
    call.say('Thank you, Anna.')
    await person.until(() => person.wordsOf('customer').includes('Thank you, Anna.'))
    await person.until(() => person.captions.some(({ text }) => text === 'Thank you, Anna.'))
    await person.until(() =>
      person.captions.some(({ speaker, text }) => speaker === 'agent' && text === 'Anna speaking.'),
    )
    await client.liveCalls.handBack({ id })
    await until(async () => heard(call).includes('As my colleague said.'))
    await person.until(() => !hasCall(person))
    await assert.rejects(client.liveCalls.handBack({ id }), refusedWith(409, { message: 'No person has the call.' }))
    call.hangUp()
    assert.equal(await person.closed, 1000)
    const { transcript, recording_url: url, interaction, duration } = await call.ended()
    const said = transcript.slice(3).map(({ sender, text }) => `${sender}: ${text}`)
    assert.deepEqual(said, ['agent: Anna speaking.', 'human: Thank you, Anna.', 'bot: As my colleague said.'])
    assert.equal(interaction, null)
    assert.ok(duration > 0 && url !== null)
    const asked = JSON.stringify(call.requests.at(-1)!.body['messages'])
    assert.match(asked, /A colleague said to the customer: Anna speaking\./)
    assert.match(asked, /Thank you, Anna\./)
    const { timeline } = await client.calls.explain({ id })
    assert.deepEqual(
      timeline.map(({ type }) => type).filter((type) => type === 'taken_over' || type === 'handed_back'),
      ['taken_over', 'handed_back'],
    )
  })

  it('leaves it to the assistant when the connection is lost, after a grace time', async () => {
    const call = await open({ script: 'I am back.' })
    const person = await take(call)
    await person.until(() => hasCall(person))
    const lostMs = performance.now()
    person.socket.terminate()
    await until(async () => heard(call).includes('I am back.'))
    const delayMs = performance.now() - lostMs
    assert.ok(delayMs > 3_000 && delayMs < 8_000, `${delayMs} ms`)
    call.hangUp()
  })

  it('can come back within the grace time, and end the call', async () => {
    const call = await open({ script: 'I am back.' })
    const first = await take(call)
    await first.until(() => hasCall(first))
    first.socket.terminate()
    await first.closed
    const second = await takeAgain(call)
    const speak = startMicrophone(second)
    speak('Here again.')
    await until(async () => heard(call).includes('Here again.'))
    second.send({ event: 'hand-back', end_call: true })
    assert.equal(await second.closed, 1000)
    const { ended_reason: reason, status } = await call.ended()
    assert.deepEqual([reason, status], ['agent_ended', 'ended_by_assistant'])
    assert.ok(!heard(call).includes('I am back.'))
  })

  it('has it alone, and needs a connection that may intervene', async () => {
    const call = await open()
    const { client, callId: id } = call
    await using listener = await connectListener(await client.liveCalls.listen({ id }))
    await listener.until(listener.hasStarted)
    listener.send({ event: 'take-over' })
    await listener.until(() =>
      listener.messages.some(({ event, error }) => event === 'refused' && error === 'FORBIDDEN'),
    )
    listener.send({ event: 'whisper', text: 'Secret.' })
    const [one, other] = await Promise.all([
      client.liveCalls.listen({ id, may_intervene: true }).then(connectListener),
      client.liveCalls.takeOver({ id }),
    ])
    await one.until(one.hasStarted)
    one.send({ event: 'take-over' })
    await one.until(() => hasCall(one))
    const late = await connectListener(other)
    await late.until(() => late.messages.some(({ event, agent }) => event === 'take-over-refused' && agent !== null))
    await late.closed
    one.send({ event: 'whisper', text: 'Be brief.' })
    await listener.until(() => listener.captions.some(({ speaker }) => speaker === 'whisper'))
    assert.deepEqual(
      listener.captions.filter(({ speaker }) => speaker === 'whisper').map(({ text }) => text),
      ['Be brief.'],
    )
    call.hangUp()
    assert.equal(await one.closed, 1000)
  })
})

/** Takes the call over again, as soon as the loss of the first connection is known. */
async function takeAgain(call: Call): Promise<ListenerClient> {
  const { client, callId: id } = call
  let issued: Awaited<ReturnType<typeof client.liveCalls.takeOver>> | undefined
  await until(async () => {
    issued = await client.liveCalls.takeOver({ id }).catch(() => undefined)
    return issued !== undefined
  })
  const person = await connectListener(issued!)
  await person.until(() => hasCall(person))
  return person
}
