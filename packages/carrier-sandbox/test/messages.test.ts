// Tests of the Messages API, with Twilio's SDK and with raw requests.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { basic, customer, number, request, sender, service, smsSender, startTestSandbox } from './harness.ts'

const bodiesOf = (messages: { body: string }[]) => messages.map(({ body }) => body).join(' ')
const rfc2822 = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000$/

describe('a new message', () => {
  test('is delivered, with a signed callback for each status after queued', async () => {
    await using sandbox = await startTestSandbox()
    await sandbox.carrier.phones.send({ from: customer, to: sender, body: 'Hi' })
    const statusCallback = `${sandbox.receiver.url}/status`
    const made = await sandbox.client.messages.create({ from: sender, to: customer, body: 'Hello', statusCallback })
    assert.equal(made.status, 'queued')
    await sandbox.carrier.control.settled()
    assert.deepEqual(sandbox.statusesOf(made.sid), ['sent', 'delivered', 'read'])
    assert.ok(sandbox.receiver.received.every(({ isSigned }) => isSigned))
    const fetched = await sandbox.client.messages(made.sid).fetch()
    assert.equal(fetched.status, 'read')
    assert.ok(fetched.dateSent instanceof Date)
  })

  test('is returned with numbers as strings and RFC 2822 dates', async () => {
    await using sandbox = await startTestSandbox({ delaysMs: { sent: 60_000 } })
    const { status, headers, body } = await sandbox.send({ From: sender, To: customer, Body: 'Hello', Unknown: 'x' })
    assert.equal(status, 201)
    assert.match(headers.get('content-type')!, /^application\/json/)
    assert.match(headers.get('twilio-request-id')!, /^RQ[0-9a-f]{32}$/)
    const { sid, date_created, date_updated, ...rest } = body
    assert.match(sid, /^SM[0-9a-f]{32}$/)
    assert.match(date_created, rfc2822)
    assert.match(date_updated, rfc2822)
    assert.deepEqual(rest, {
      uri: `${sandbox.account}/Messages/${sid}.json`,
      subresource_uris: { media: `${sandbox.account}/Messages/${sid}/Media.json` },
      account_sid: sandbox.carrier.accountSid,
      api_version: '2010-04-01',
      body: 'Hello',
      date_sent: null,
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      from: sender,
      messaging_service_sid: null,
      num_media: '0',
      num_segments: '1',
      price: null,
      price_unit: null,
      status: 'queued',
      to: customer,
    })
  })

  test('with media has a Sid that starts with MM, and a media count', async () => {
    await using sandbox = await startTestSandbox({ delaysMs: { sent: 60_000 } })
    const { body } = await sandbox.send({ From: sender, To: customer, MediaUrl: `${sandbox.receiver.url}/a.png` })
    assert.match(body.sid, /^MM/)
    assert.equal(body.num_media, '1')
  })

  test('has the segment count of an SMS', async () => {
    await using sandbox = await startTestSandbox()
    const made = await sandbox.client.messages.create({ from: smsSender, to: number, body: 'a'.repeat(161) })
    assert.equal(made.numSegments, '2')
    await sandbox.carrier.control.settled()
    assert.equal((await sandbox.client.messages(made.sid).fetch()).status, 'delivered')
    const quoted = { from: smsSender, to: number, body: `“${'a'.repeat(80)}”` }
    assert.equal((await sandbox.client.messages.create(quoted)).numSegments, '2')
    assert.equal((await sandbox.client.messages.create({ ...quoted, smartEncoded: true })).numSegments, '1')
  })

  test('to a messaging service is accepted before its sender is chosen', async () => {
    await using sandbox = await startTestSandbox({ services: [{ sid: service, senders: [sender, smsSender] }] })
    const message = { messagingServiceSid: service, statusCallback: `${sandbox.receiver.url}/status` }
    const made = await sandbox.client.messages.create({ ...message, to: number, body: 'Hi' })
    assert.deepEqual([made.status, made.from, made.numSegments], ['accepted', null, '0'])
    await sandbox.carrier.control.settled()
    assert.deepEqual(sandbox.statusesOf(made.sid), ['queued', 'sending', 'sent', 'delivered'])
    const fetched = await sandbox.client.messages(made.sid).fetch()
    assert.deepEqual([fetched.from, fetched.messagingServiceSid], [smsSender, service])
  })

  test('can be scheduled with a messaging service only, and canceled until it is sent', async () => {
    await using sandbox = await startTestSandbox({ services: [{ sid: service, senders: [smsSender] }] })
    const sendAt = new Date(Date.now() + 3_600_000)
    const { messages } = sandbox.client
    const schedule = { to: number, body: 'Hi', scheduleType: 'fixed' as const, sendAt }
    const kept = await messages.create({ ...schedule, messagingServiceSid: service })
    const canceled = await messages.create({ ...schedule, messagingServiceSid: service })
    const atOnce = await messages.create({ ...schedule, from: smsSender })
    assert.deepEqual([kept.status, canceled.status, atOnce.status], ['scheduled', 'scheduled', 'queued'])
    assert.equal((await messages(canceled.sid).update({ status: 'canceled' })).status, 'canceled')
    await sandbox.carrier.control.forward(3_600_000)
    assert.equal((await messages(kept.sid).fetch()).status, 'delivered')
    assert.equal((await messages(canceled.sid).fetch()).status, 'canceled')
    await assert.rejects(messages(kept.sid).update({ status: 'canceled' }), { code: 30409 })
  })
})

describe('messages', () => {
  test('are listed newest first, by address and time, in stable pages', async () => {
    await using sandbox = await startTestSandbox({ delaysMs: { sent: 1_000 } })
    const { messages } = sandbox.client
    for (const Body of '0123456')
      await sandbox.send({ From: sender, To: Number(Body) % 2 ? customer : 'whatsapp:+491511234567', Body })
    assert.equal(bodiesOf(await messages.list({ pageSize: 2 })), '6 5 4 3 2 1 0')
    assert.equal(bodiesOf(await messages.list({ to: customer, from: sender })), '5 3 1')

    const path = `${sandbox.account}/Messages.json`
    const get = async (path: string) => (await sandbox.call('GET', path)).body
    const { page, page_size, start, end, previous_page_uri, next_page_uri } = await get(`${path}?PageSize=3`)
    assert.deepEqual([page, page_size, start, end, previous_page_uri], [0, 3, 0, 2, null])
    assert.match(next_page_uri, /^\/2010-04-01\/.*PageSize=3&Page=1&PageToken=PASM/)
    await sandbox.send({ From: sender, To: customer, Body: 'in between' })
    const next = await get(next_page_uri)
    assert.equal(bodiesOf(next.messages), '3 2 1')
    assert.equal(bodiesOf((await get(next.previous_page_uri)).messages), '6 5 4')

    const later = new Date(Date.now() + 60_000)
    assert.equal((await messages.list({ dateSentAfter: later })).length, 0)
    assert.equal((await messages.list({ dateSentBefore: later })).length, 8)
    const today = new Date().toISOString().slice(0, 10)
    assert.equal((await get(`${path}?DateSent%3E=${today}`)).messages.length, 8)
  })

  test('can be redacted and deleted once their status is final', async () => {
    await using sandbox = await startTestSandbox({ delaysMs: { sent: 1_000, read: null } })
    const { sid } = (await sandbox.send({ From: smsSender, To: number, Body: 'secret' })).body
    const message = sandbox.client.messages(sid)
    await assert.rejects(message.remove(), { code: 20009 })
    await sandbox.carrier.control.forward(1_000)
    assert.equal((await message.update({ body: '' })).body, '')
    const removed = await sandbox.call('DELETE', `${sandbox.account}/Messages/${sid}.json`)
    assert.deepEqual([removed.status, removed.body], [204, ''])
    await assert.rejects(message.fetch(), { code: 20404, status: 404 })
  })

  test('are returned as XML without `.json`', async () => {
    await using sandbox = await startTestSandbox()
    const form = new URLSearchParams({ From: sender, To: customer, Body: 'a<b' })
    const { status, headers, body } = await sandbox.call('POST', `${sandbox.account}/Messages`, form)
    assert.equal(status, 201)
    assert.match(headers.get('content-type')!, /xml/)
    assert.match(body, /^<\?xml[^>]*>\n<TwilioResponse><Message>.*<Body>a&lt;b<\/Body>.*<DateSent\/>/)
  })

  test('are created from form bodies only', async () => {
    await using sandbox = await startTestSandbox()
    const { accountSid, authToken, baseUrl } = sandbox.carrier
    const message = { From: sender, To: customer, Body: 'Hi' }
    for (const type of ['application/json', 'malformed']) {
      const headers = { authorization: basic(accountSid, authToken), 'content-type': type }
      const body = type === 'malformed' ? String(new URLSearchParams(message)) : JSON.stringify(message)
      const reply = await fetch(`${baseUrl}${sandbox.account}/Messages.json`, { method: 'POST', headers, body })
      assert.deepEqual([reply.status, ((await reply.json()) as { code: number }).code], [400, 21604])
    }
  })
})

describe('a request', () => {
  test('with wrong credentials is rejected with Twilio’s error', async () => {
    await using sandbox = await startTestSandbox()
    const { accountSid, authToken, baseUrl } = sandbox.carrier
    const wrong = [basic(accountSid, 'wrong'), basic(`AC${'0'.repeat(32)}`, authToken), 'Bearer x']
    for (const headers of [{}, ...wrong.map((authorization) => ({ authorization }))]) {
      const { status, body } = await request('GET', `${baseUrl}${sandbox.account}/Messages.json`, undefined, headers)
      assert.equal(status, 401)
      assert.deepEqual(body, {
        code: 20003,
        message: 'Authenticate',
        more_info: 'https://www.twilio.com/docs/errors/20003',
        status: 401,
      })
    }
  })

  test('for an unknown resource is rejected with 20404, with an unsupported method with 20004', async () => {
    await using sandbox = await startTestSandbox()
    for (const [method, path, code] of [
      ['GET', '/v3/Nothing', 20404],
      ['GET', `${sandbox.account}/Messages/SM${'0'.repeat(32)}.json`, 20404],
      ['GET', `${sandbox.account}/Messages/nonsense.json`, 20404],
      ['PUT', `${sandbox.account}/Messages.json`, 20004],
    ] as const) {
      const { status, body } = await sandbox.call(method, path)
      assert.deepEqual([body.code, body.status], [code, status], path)
    }
  })
})
