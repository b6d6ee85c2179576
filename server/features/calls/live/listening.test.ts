// Tests of listening to live calls: what is heard and read, who is admitted, and what does not reach the customer.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { signInMember } from '#testing/app/members.ts'
import { until } from '#testing/app/until.ts'
import { holdSessions, isSessionHeld } from '#testing/calls/hold-sessions.ts'
import { connectListener } from '#testing/calls/listener-client.ts'
import { startOpenCalls } from '#testing/calls/open-phone-calls.ts'
import { wordsIn } from '#testing/calls/phone-calls.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const calls = await startOpenCalls()
after(() => calls[Symbol.asyncDispose]())
const { parley, open } = calls

const question = 'When do you open?'
const answer = 'At seven.'

it('a person who listens before the session of the call is open hears it as soon as it is', {
  timeout: 60_000,
}, async () => {
  const { db } = parley.app.context
  const { control } = parley.carrier
  const owner = await parley.createAccount()
  const tool = { name: 'look_up', description: 'Looks up the price', url: 'https://example.com' }
  const { data } = await owner.client.tools.create(tool)
  const { client, id } = await calls.createParty({
    owner,
    assistant: { tool_ids: [data.id], initial_message: 'Hello, this is the bakery.' },
  })
  const phone = calls.nextPhone()
  control.behaveOnCalls(phone, { pickUp: 'manual' })
  const { call_id: callId } = await client.calls.make({ assistant_id: id, phone_number: phone })
  const { sid } = await control.waitForCall(({ to }) => to === phone)
  await using listener = await holdSessions(db, async () => {
    control.answer(sid)
    await until(() => isSessionHeld(db))
    const connected = await connectListener(await client.liveCalls.listen({ id: callId }))
    await until(async () => {
      const { rows } =
        await sql`select from call_listeners where call_id = ${callId} and opened_at is not null`.execute(db)
      return rows.length === 1
    })
    return connected
  })
  await listener.until(() => listener.wordsOf('assistant').endsWith('this is the bakery.'))
  control.hangUp(sid)
  assert.equal(await listener.closed, 1000)
})

describe('a person who listens', { timeout: 60_000, concurrency: true }, () => {
  it('hears both sides and reads the words, and the customer notices nothing', async () => {
    const call = await open({ script: answer })
    const issued = await call.client.liveCalls.listen({ id: call.callId })
    assert.match(issued.url, /^ws:.*\/listen\/media$/)
    assert.ok(issued.page_url.endsWith(`/listen#${issued.token}`))
    await using listener = await connectListener(issued)
    await listener.until(() => listener.packets.length > 20)
    const askedMs = performance.now()
    call.say(question)
    await listener.until(() => listener.wordsOf('assistant').includes(answer))
    assert.equal(listener.wordsOf('customer'), question)

    const heardMs = listener.packets.find(({ customer }) => customer.some((byte) => byte !== 0xff))!.receivedMs
    assert.ok(heardMs - askedMs < 300, `heard after ${Math.round(heardMs - askedMs)} ms`)
    const times = listener.packets.map(({ atMs }) => atMs)
    assert.ok(times.every((time, index) => index === 0 || time > times[index - 1]!))
    const bytes = listener.packets.reduce((sum, { customer }) => sum + customer.length, 0)
    const spanMs = listener.packets.at(-1)!.receivedMs - listener.packets[0]!.receivedMs
    assert.ok(Math.abs(bytes / 8 - spanMs) < 300, `${bytes / 8} ms of audio in ${spanMs} ms`)

    await listener.until(() => listener.captions.some(({ text }) => text === answer))
    assert.deepEqual(
      listener.captions.slice(-2).map(({ speaker, text }) => `${speaker}: ${text}`),
      [`customer: ${question}`, `assistant: ${answer}`],
    )
    const states = listener.messages.filter(({ event }) => event === 'state')
    assert.ok(states.some(({ customer }) => customer === 'speaking'))
    assert.ok(states.some(({ assistant }) => assistant === 'speaking'))
    await until(async () => wordsIn(call.audio().heard) === `Hello. ${answer}`)
    call.hangUp()
    assert.equal(await listener.closed, 1000)
    assert.equal(listener.messages.at(-1)!.event, 'ended')
    const { transcript } = await call.ended()
    assert.deepEqual(
      transcript.map(({ text }) => text),
      ['Hello.', question, answer],
    )
    const { timeline } = await call.client.calls.explain({ id: call.callId })
    const types = timeline.map(({ type }) => type).filter((type) => type.startsWith('listener_'))
    assert.deepEqual(types, ['listener_connected', 'listener_disconnected'])
  })

  it('needs a call of the account that is in progress', async () => {
    const call = await open()
    const stranger = await parley.createAccount()
    await assert.rejects(
      stranger.client.liveCalls.listen({ id: call.callId }),
      refusedWith(404, { message: 'Call not found' }),
    )
    call.hangUp()
    await call.ended()
    await assert.rejects(
      call.client.liveCalls.listen({ id: call.callId }),
      refusedWith(409, { message: 'The call is not live.' }),
    )
  })

  it('uses a token once, and not after a minute', async () => {
    const call = await open()
    const { client, callId: id } = call
    const issued = await client.liveCalls.listen({ id })
    const lifeMs = new Date(issued.expires_at).getTime() - parley.app.context.now().getTime()
    assert.ok(lifeMs > 55_000 && lifeMs <= 60_000)
    await using first = await connectListener(issued)
    await first.until(first.hasStarted)
    const second = await connectListener(issued)
    assert.equal(await second.closed, 4409)
    const late = await client.liveCalls.listen({ id })
    await sql`update call_listeners set token_until = app_now() where call_id = ${id} and opened_at is null`.execute(
      parley.app.context.db,
    )
    const third = await connectListener(late)
    assert.equal(await third.closed, 4409)
    assert.equal(first.socket.readyState, first.socket.OPEN)
    call.hangUp()
  })

  it('is one of five at most', async () => {
    const call = await open()
    const { client, callId: id } = call
    for (let count = 0; count < 5; count++) await client.liveCalls.listen({ id })
    const refusal = refusedWith(409, { message: 'The call or the account has too many listeners.' })
    await assert.rejects(client.liveCalls.listen({ id }), refusal)
    call.hangUp()
  })

  it('is disconnected within five seconds after the API key was deleted', async () => {
    const call = await open()
    const { client } = call
    const { token: key } = (await client.accounts.createApiKey({ name: 'supervisor' })).api_key
    const { id: keyId } = (await client.accounts.listApiKeys()).api_keys.at(-1)!
    const headers = { authorization: `Bearer ${key}` }
    const url = `/api/user/calls/${call.callId}/listeners`
    const { statusCode, body } = await parley.app.http.inject({ method: 'POST', url, headers })
    assert.equal(statusCode, 201)
    const listener = await connectListener(JSON.parse(body))
    await listener.until(listener.hasStarted)
    const deletedMs = performance.now()
    await client.accounts.deleteApiKey({ id: keyId })
    assert.equal(await listener.closed, 4403)
    assert.ok(performance.now() - deletedMs < 5_000)
    call.hangUp()
  })

  it('is disconnected when they are a member who loses the role or signs out', async () => {
    const call = await open()
    const { account, client, callId: id } = call
    const [member, other] = await Promise.all([
      signInMember(parley, account, 'editor'),
      signInMember(parley, account, 'editor'),
    ])
    const [first, second] = await Promise.all(
      [member, other].map(async (one) => connectListener(await one.client.liveCalls.listen({ id }))),
    )
    await Promise.all([first!, second!].map((listener) => listener.until(listener.hasStarted)))
    const changedMs = performance.now()
    await client.members.update({ id: member.userId, role: 'viewer' })
    await other.client.session.signOut()
    assert.deepEqual([await first!.closed, await second!.closed], [4403, 4403])
    assert.ok(performance.now() - changedMs < 5_000)
    call.hangUp()
  })

  it('cannot connect from a page of another origin', async () => {
    const call = await open()
    const issued = await call.client.liveCalls.listen({ id: call.callId })
    await assert.rejects(connectListener(issued, { origin: 'https://evil.example' }), /403/)
    await using listener = await connectListener(issued, { origin: parley.config.settings.publicUrl })
    await listener.until(listener.hasStarted)
    call.hangUp()
    assert.equal(await listener.closed, 1000)
  })
})

describe('hostile messages', { timeout: 60_000, concurrency: true }, () => {
  const hostile = {
    'no JSON': ['not JSON'],
    'another event': ['{"event":"start","token":""}'],
    'audio before the start': [Buffer.alloc(160)],
    'an unknown token': ['{"event":"start","token":"unknown"}'],
    'a message of 10 kB': ['x'.repeat(10_000)],
  }
  const codes = [1008, 1008, 1008, 4409, 1009]

  it('end the connection before it is accepted', async () => {
    const url = parley.config.settings.publicUrl.replace('http', 'ws')
    for (const [index, [name, messages]] of Object.entries(hostile).entries()) {
      const listener = await connectListener({ url: `${url}/listen/media`, token: '' })
      for (const message of messages) listener.send(message)
      assert.equal(await listener.closed, codes[index], name)
    }
  })

  it('and floods end it afterwards, while the call and other listeners continue', async () => {
    const call = await open({ script: answer })
    const { client, callId: id } = call
    await using other = await connectListener(await client.liveCalls.listen({ id }))
    for (const messages of [
      [Buffer.alloc(161)],
      ['{"event":"unknown"}'],
      Array.from({ length: 1_000 }, () => Buffer.alloc(160)),
    ]) {
      const listener = await connectListener(await client.liveCalls.listen({ id }))
      await listener.until(listener.hasStarted)
      for (const message of messages) listener.send(message)
      assert.equal(await listener.closed, 1008)
    }
    call.say(question)
    await other.until(() => other.wordsOf('assistant').includes(answer))
    call.hangUp()
  })
})
