// Tests of the Messages API, with Twilio's SDK and with raw requests.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { person, sender, startTestSandbox } from './harness.ts'

type Fields = Record<string, unknown>
const rfc2822 = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000$/

describe('a new message', () => {
  test('is delivered, with a signed callback for each status after queued', async () => {
    await using sandbox = await startTestSandbox()
    await sandbox.carrier.phones.send({ from: person, to: sender, body: 'Hi' })
    const statusCallback = `${sandbox.receiver.url}/status`
    const made = await sandbox.client.messages.create({ from: sender, to: person, body: 'Hello', statusCallback })
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
    const reply = await sandbox.send({ From: sender, To: person, Body: 'Hello', Unknown: 'x' })
    assert.equal(reply.status, 201)
    assert.match(reply.headers.get('content-type')!, /^application\/json/)
    assert.match(reply.headers.get('twilio-request-id')!, /^RQ[0-9a-f]{32}$/)
    const body = (await reply.json()) as Fields
    const { sid, date_created, date_updated, uri, subresource_uris, ...rest } = body
    const { accountSid } = sandbox.carrier
    assert.match(sid as string, /^SM[0-9a-f]{32}$/)
    assert.match(date_created as string, rfc2822)
    assert.match(date_updated as string, rfc2822)
    assert.equal(uri, `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`)
    assert.deepEqual(subresource_uris, { media: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}/Media.json` })
    assert.deepEqual(rest, {
      account_sid: accountSid,
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
      to: person,
    })
  })

  test('with media has a Sid that starts with MM, and a media count', async () => {
    await using sandbox = await startTestSandbox({ delaysMs: { sent: 60_000 } })
    const made = await sandbox.client.messages.create({
      from: sender,
      to: person,
      mediaUrl: [`${sandbox.receiver.url}/a.png`],
    })
    assert.match(made.sid, /^MM/)
    assert.equal(made.numMedia, '1')
  })

  test('has the segment count of an SMS', async () => {
    await using sandbox = await startTestSandbox()
    const made = await sandbox.client.messages.create({
      from: '+14155238886',
      to: '+447700900123',
      body: 'a'.repeat(161),
    })
    assert.equal(made.numSegments, '2')
    await sandbox.carrier.control.settled()
    assert.equal((await sandbox.client.messages(made.sid).fetch()).status, 'delivered')
  })

  test('to a messaging service is accepted before its sender is chosen', async () => {
    const sid = `MG${'a'.repeat(32)}`
    await using sandbox = await startTestSandbox({ services: [{ sid, senders: [sender, '+14155238886'] }] })
    const statusCallback = `${sandbox.receiver.url}/status`
    const made = await sandbox.client.messages.create({
      messagingServiceSid: sid,
      to: '+447700900123',
      body: 'Hi',
      statusCallback,
    })
    assert.deepEqual([made.status, made.from, made.numSegments], ['accepted', null, '0'])
    await sandbox.carrier.control.settled()
    assert.deepEqual(sandbox.statusesOf(made.sid), ['queued', 'sending', 'sent', 'delivered'])
    const fetched = await sandbox.client.messages(made.sid).fetch()
    assert.deepEqual([fetched.from, fetched.messagingServiceSid], ['+14155238886', sid])
  })

  test('can be scheduled with a messaging service only, and canceled until it is sent', async () => {
    const sid = `MG${'a'.repeat(32)}`
    await using sandbox = await startTestSandbox({ services: [{ sid, senders: ['+14155238886'] }] })
    const sendAt = new Date(Date.now() + 3_600_000)
    const schedule = { to: '+447700900123', body: 'Hi', scheduleType: 'fixed' as const, sendAt }
    const [kept, canceled, atOnce] = await Promise.all([
      sandbox.client.messages.create({ ...schedule, messagingServiceSid: sid }),
      sandbox.client.messages.create({ ...schedule, messagingServiceSid: sid }),
      sandbox.client.messages.create({ ...schedule, from: '+14155238886' }),
    ])
    assert.deepEqual([kept.status, canceled.status, atOnce.status], ['scheduled', 'scheduled', 'queued'])
    assert.equal((await sandbox.client.messages(canceled.sid).update({ status: 'canceled' })).status, 'canceled')
    await sandbox.carrier.control.forward(3_600_000)
    const statuses = await Promise.all([kept, canceled].map(({ sid }) => sandbox.client.messages(sid).fetch()))
    assert.deepEqual(
      statuses.map(({ status }) => status),
      ['delivered', 'canceled'],
    )
    await assert.rejects(sandbox.client.messages(kept.sid).update({ status: 'canceled' }), { code: 30409 })
  })
})

describe('messages', () => {
  test('are listed newest first, by address and time, in stable pages', async () => {
    await using sandbox = await startTestSandbox({ delaysMs: { sent: 1_000 } })
    for (let number = 0; number < 7; number++) {
      await sandbox.client.messages.create({
        from: sender,
        to: number % 2 ? person : 'whatsapp:+491511234567',
        body: `${number}`,
      })
    }
    const all = await sandbox.client.messages.list({ pageSize: 2 })
    assert.deepEqual(
      all.map(({ body }) => body),
      ['6', '5', '4', '3', '2', '1', '0'],
    )
    const some = await sandbox.client.messages.list({ to: person, from: sender })
    assert.deepEqual(
      some.map(({ body }) => body),
      ['5', '3', '1'],
    )

    const path = `/2010-04-01/Accounts/${sandbox.carrier.accountSid}/Messages.json`
    const page = (await (await sandbox.call('GET', `${path}?PageSize=3`)).json()) as Fields
    assert.deepEqual(
      [page['page'], page['page_size'], page['start'], page['end'], page['previous_page_uri']],
      [0, 3, 0, 2, null],
    )
    assert.match(page['next_page_uri'] as string, /^\/2010-04-01\/.*PageSize=3&Page=1&PageToken=PASM/)
    await sandbox.client.messages.create({ from: sender, to: person, body: 'in between' })
    const next = (await (await sandbox.call('GET', page['next_page_uri'] as string)).json()) as {
      messages: Fields[]
    } & Fields
    assert.deepEqual(
      next.messages.map(({ body }) => body),
      ['3', '2', '1'],
    )
    const back = (await (await sandbox.call('GET', next['previous_page_uri'] as string)).json()) as {
      messages: Fields[]
    }
    assert.deepEqual(
      back.messages.map(({ body }) => body),
      ['6', '5', '4'],
    )

    const later = new Date(Date.now() + 60_000)
    assert.equal((await sandbox.client.messages.list({ dateSentAfter: later })).length, 0)
    assert.equal((await sandbox.client.messages.list({ dateSentBefore: later })).length, 8)
    const today = new Date().toISOString().slice(0, 10)
    const onDay = (await (await sandbox.call('GET', `${path}?DateSent%3E=${today}`)).json()) as { messages: Fields[] }
    assert.equal(onDay.messages.length, 8)
  })

  test('can be redacted and deleted once their status is final', async () => {
    await using sandbox = await startTestSandbox({ delaysMs: { sent: 1_000, read: null } })
    const { sid } = await sandbox.client.messages.create({ from: '+14155238886', to: '+447700900123', body: 'secret' })
    await assert.rejects(sandbox.client.messages(sid).remove(), { code: 20009 })
    await sandbox.carrier.control.forward(1_000)
    assert.equal((await sandbox.client.messages(sid).update({ body: '' })).body, '')
    const path = `/2010-04-01/Accounts/${sandbox.carrier.accountSid}/Messages/${sid}.json`
    const removed = await sandbox.call('DELETE', path)
    assert.deepEqual([removed.status, await removed.text()], [204, ''])
    await assert.rejects(sandbox.client.messages(sid).fetch(), { code: 20404, status: 404 })
  })

  test('are returned as XML without `.json`', async () => {
    await using sandbox = await startTestSandbox()
    const reply = await sandbox.call(
      'POST',
      `/2010-04-01/Accounts/${sandbox.carrier.accountSid}/Messages`,
      new URLSearchParams({ From: sender, To: person, Body: 'a<b' }),
    )
    assert.equal(reply.status, 201)
    assert.match(reply.headers.get('content-type')!, /xml/)
    assert.match(await reply.text(), /^<\?xml[^>]*>\n<TwilioResponse><Message>.*<Body>a&lt;b<\/Body>.*<DateSent\/>/)
  })

  test('are created from form bodies only', async () => {
    await using sandbox = await startTestSandbox()
    const { accountSid, authToken, baseUrl } = sandbox.carrier
    const path = `/2010-04-01/Accounts/${sandbox.carrier.accountSid}/Messages.json`
    const reply = await sandbox.call('POST', path, { From: sender, To: person, Body: 'Hi' })
    assert.deepEqual([reply.status, ((await reply.json()) as Fields)['code']], [400, 21604])
    const headers = { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}`, 'content-type': 'malformed' }
    const malformed = await fetch(baseUrl + path, { method: 'POST', headers, body: 'To=x' })
    assert.deepEqual([malformed.status, ((await malformed.json()) as Fields)['code']], [400, 21604])
  })
})

describe('a request', () => {
  test('with wrong credentials is rejected with Twilio’s error', async () => {
    await using sandbox = await startTestSandbox()
    const path = `/2010-04-01/Accounts/${sandbox.carrier.accountSid}/Messages.json`
    const basic = (user: string, password: string) => ({ authorization: `Basic ${btoa(`${user}:${password}`)}` })
    const { accountSid, authToken, baseUrl } = sandbox.carrier
    for (const headers of [
      {},
      basic(accountSid, 'wrong'),
      basic(`AC${'0'.repeat(32)}`, authToken),
      { authorization: 'Bearer x' },
    ]) {
      const reply = await fetch(baseUrl + path, { headers: headers as Record<string, string> })
      assert.equal(reply.status, 401)
      assert.deepEqual(await reply.json(), {
        code: 20003,
        message: 'Authenticate',
        more_info: 'https://www.twilio.com/docs/errors/20003',
        status: 401,
      })
    }
  })

  test('for an unknown resource is rejected with 20404, with an unsupported method with 20004', async () => {
    await using sandbox = await startTestSandbox()
    const account = `/2010-04-01/Accounts/${sandbox.carrier.accountSid}`
    for (const [method, path, code] of [
      ['GET', '/v3/Nothing', 20404],
      ['GET', `${account}/Messages/SM${'0'.repeat(32)}.json`, 20404],
      ['GET', `${account}/Messages/nonsense.json`, 20404],
      ['PUT', `${account}/Messages.json`, 20004],
    ] as const) {
      const reply = await sandbox.call(method, path)
      const body = (await reply.json()) as Fields
      assert.deepEqual([body['code'], body['status']], [code, reply.status], path)
    }
  })
})
