// Messages through the official SDK and over the raw wire: shapes, lists, changes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openDesk, person, sender } from './testing/harness.ts'

type Fields = Record<string, unknown>
const rfc2822 = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000$/

describe('a new message', () => {
  test('goes to its person, each step told by a signed callback but the first', async () => {
    await using desk = await openDesk()
    await desk.carrier.phones.send({ from: person, to: sender, body: 'Hi' })
    const statusCallback = `${desk.ear.url}/status`
    const made = await desk.client.messages.create({ from: sender, to: person, body: 'Hello', statusCallback })
    assert.equal(made.status, 'queued')
    await desk.carrier.control.settled()
    assert.deepEqual(desk.statusesOf(made.sid), ['sent', 'delivered', 'read'])
    assert.ok(desk.ear.heard.every(({ isSigned }) => isSigned))
    const fetched = await desk.client.messages(made.sid).fetch()
    assert.equal(fetched.status, 'read')
    assert.ok(fetched.dateSent instanceof Date)
  })

  test('is answered in the types of the wire: numbers as text, times as in mail', async () => {
    await using desk = await openDesk({ delaysMs: { sent: 60_000 } })
    const reply = await desk.send({ From: sender, To: person, Body: 'Hello', Unheard: 'of' })
    assert.equal(reply.status, 201)
    assert.match(reply.headers.get('content-type')!, /^application\/json/)
    assert.match(reply.headers.get('twilio-request-id')!, /^RQ[0-9a-f]{32}$/)
    const body = (await reply.json()) as Fields
    const { sid, date_created, date_updated, uri, subresource_uris, ...rest } = body
    const { accountSid } = desk.carrier
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

  test('has MM in its Sid with media, and counts them', async () => {
    await using desk = await openDesk({ delaysMs: { sent: 60_000 } })
    const made = await desk.client.messages.create({ from: sender, to: person, mediaUrl: [`${desk.ear.url}/a.png`] })
    assert.match(made.sid, /^MM/)
    assert.equal(made.numMedia, '1')
  })

  test('counts the segments of an SMS', async () => {
    await using desk = await openDesk()
    const made = await desk.client.messages.create({ from: '+14155238886', to: '+447700900123', body: 'a'.repeat(161) })
    assert.equal(made.numSegments, '2')
    await desk.carrier.control.settled()
    assert.equal((await desk.client.messages(made.sid).fetch()).status, 'delivered')
  })

  test('of a service is accepted first, without its sender', async () => {
    const sid = `MG${'a'.repeat(32)}`
    await using desk = await openDesk({ services: [{ sid, senders: [sender, '+14155238886'] }] })
    const statusCallback = `${desk.ear.url}/status`
    const made = await desk.client.messages.create({
      messagingServiceSid: sid,
      to: '+447700900123',
      body: 'Hi',
      statusCallback,
    })
    assert.deepEqual([made.status, made.from, made.numSegments], ['accepted', null, '0'])
    await desk.carrier.control.settled()
    assert.deepEqual(desk.statusesOf(made.sid), ['queued', 'sending', 'sent', 'delivered'])
    const fetched = await desk.client.messages(made.sid).fetch()
    assert.deepEqual([fetched.from, fetched.messagingServiceSid], ['+14155238886', sid])
  })

  test('is scheduled in a service alone, and can be canceled until then', async () => {
    const sid = `MG${'a'.repeat(32)}`
    await using desk = await openDesk({ services: [{ sid, senders: ['+14155238886'] }] })
    const sendAt = new Date(Date.now() + 3_600_000)
    const schedule = { to: '+447700900123', body: 'Hi', scheduleType: 'fixed' as const, sendAt }
    const [kept, canceled, atOnce] = await Promise.all([
      desk.client.messages.create({ ...schedule, messagingServiceSid: sid }),
      desk.client.messages.create({ ...schedule, messagingServiceSid: sid }),
      desk.client.messages.create({ ...schedule, from: '+14155238886' }),
    ])
    assert.deepEqual([kept.status, canceled.status, atOnce.status], ['scheduled', 'scheduled', 'queued'])
    assert.equal((await desk.client.messages(canceled.sid).update({ status: 'canceled' })).status, 'canceled')
    await desk.carrier.control.forward(3_600_000)
    const statuses = await Promise.all([kept, canceled].map(({ sid }) => desk.client.messages(sid).fetch()))
    assert.deepEqual(
      statuses.map(({ status }) => status),
      ['delivered', 'canceled'],
    )
    await assert.rejects(desk.client.messages(kept.sid).update({ status: 'canceled' }), { code: 30409 })
  })
})

describe('messages', () => {
  test('are listed newest first, by address and time, in pages that are followed', async () => {
    await using desk = await openDesk({ delaysMs: { sent: 1_000 } })
    for (let number = 0; number < 7; number++) {
      await desk.client.messages.create({
        from: sender,
        to: number % 2 ? person : 'whatsapp:+491511234567',
        body: `${number}`,
      })
    }
    const all = await desk.client.messages.list({ pageSize: 2 })
    assert.deepEqual(
      all.map(({ body }) => body),
      ['6', '5', '4', '3', '2', '1', '0'],
    )
    const some = await desk.client.messages.list({ to: person, from: sender })
    assert.deepEqual(
      some.map(({ body }) => body),
      ['5', '3', '1'],
    )

    const path = `/2010-04-01/Accounts/${desk.carrier.accountSid}/Messages.json`
    const page = (await (await desk.call('GET', `${path}?PageSize=3`)).json()) as Fields
    assert.deepEqual(
      [page['page'], page['page_size'], page['start'], page['end'], page['previous_page_uri']],
      [0, 3, 0, 2, null],
    )
    assert.match(page['next_page_uri'] as string, /^\/2010-04-01\/.*PageSize=3&Page=1&PageToken=PASM/)
    await desk.client.messages.create({ from: sender, to: person, body: 'in between' })
    const next = (await (await desk.call('GET', page['next_page_uri'] as string)).json()) as {
      messages: Fields[]
    } & Fields
    assert.deepEqual(
      next.messages.map(({ body }) => body),
      ['3', '2', '1'],
    )
    const back = (await (await desk.call('GET', next['previous_page_uri'] as string)).json()) as { messages: Fields[] }
    assert.deepEqual(
      back.messages.map(({ body }) => body),
      ['6', '5', '4'],
    )

    const later = new Date(Date.now() + 60_000)
    assert.equal((await desk.client.messages.list({ dateSentAfter: later })).length, 0)
    assert.equal((await desk.client.messages.list({ dateSentBefore: later })).length, 8)
    const today = new Date().toISOString().slice(0, 10)
    const onDay = (await (await desk.call('GET', `${path}?DateSent%3E=${today}`)).json()) as { messages: Fields[] }
    assert.equal(onDay.messages.length, 8)
  })

  test('can be redacted and deleted once they are done, not before', async () => {
    await using desk = await openDesk({ delaysMs: { sent: 1_000, read: null } })
    const { sid } = await desk.client.messages.create({ from: '+14155238886', to: '+447700900123', body: 'secret' })
    await assert.rejects(desk.client.messages(sid).remove(), { code: 20009 })
    await desk.carrier.control.forward(1_000)
    assert.equal((await desk.client.messages(sid).update({ body: '' })).body, '')
    const path = `/2010-04-01/Accounts/${desk.carrier.accountSid}/Messages/${sid}.json`
    const removed = await desk.call('DELETE', path)
    assert.deepEqual([removed.status, await removed.text()], [204, ''])
    await assert.rejects(desk.client.messages(sid).fetch(), { code: 20404, status: 404 })
  })

  test('are answered as XML when `.json` is left out', async () => {
    await using desk = await openDesk()
    const reply = await desk.call(
      'POST',
      `/2010-04-01/Accounts/${desk.carrier.accountSid}/Messages`,
      new URLSearchParams({ From: sender, To: person, Body: 'a<b' }),
    )
    assert.equal(reply.status, 201)
    assert.match(reply.headers.get('content-type')!, /xml/)
    assert.match(await reply.text(), /^<\?xml[^>]*>\n<TwilioResponse><Message>.*<Body>a&lt;b<\/Body>.*<DateSent\/>/)
  })

  test('are read from forms alone', async () => {
    await using desk = await openDesk()
    const path = `/2010-04-01/Accounts/${desk.carrier.accountSid}/Messages.json`
    const reply = await desk.call('POST', path, { From: sender, To: person, Body: 'Hi' })
    assert.deepEqual([reply.status, ((await reply.json()) as Fields)['code']], [400, 21604])
  })
})

describe('whoever asks', () => {
  test('without the right credentials is told so, in the words of the real one', async () => {
    await using desk = await openDesk()
    const path = `/2010-04-01/Accounts/${desk.carrier.accountSid}/Messages.json`
    const basic = (user: string, password: string) => ({ authorization: `Basic ${btoa(`${user}:${password}`)}` })
    const { accountSid, authToken, baseUrl } = desk.carrier
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

  test('for what is not there gets 20404, and 20004 for what cannot be done', async () => {
    await using desk = await openDesk()
    const account = `/2010-04-01/Accounts/${desk.carrier.accountSid}`
    for (const [method, path, code] of [
      ['GET', '/v3/Nothing', 20404],
      ['GET', `${account}/Messages/SM${'0'.repeat(32)}.json`, 20404],
      ['GET', `${account}/Messages/nonsense.json`, 20404],
      ['PUT', `${account}/Messages.json`, 20004],
    ] as const) {
      const reply = await desk.call(method, path)
      const body = (await reply.json()) as Fields
      assert.deepEqual([body['code'], body['status']], [code, reply.status], path)
    }
  })
})
