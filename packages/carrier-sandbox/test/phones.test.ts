// Tests of virtual phones: the inbound webhooks that they cause, and their inbox.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { customer, number, sender, service, smsSender, startTestSandbox, xml } from './harness.ts'

describe('a message from a phone', () => {
  test('arrives as a signed form with Twilio’s fields', async () => {
    await using sandbox = await startTestSandbox()
    const inbound = { from: number, to: smsSender, body: 'Hé 👋', profileName: 'Ann' }
    const { message, webhook } = await sandbox.carrier.phones.send(inbound)
    assert.equal(webhook, 204)
    const [received] = sandbox.receiver.received
    assert.ok(received!.isSigned)
    assert.deepEqual(received!.form, {
      SmsMessageSid: message.sid,
      NumMedia: '0',
      ProfileName: 'Ann',
      MessageType: 'text',
      SmsSid: message.sid,
      WaId: '447700900123',
      SmsStatus: 'received',
      Body: 'Hé 👋',
      To: sender,
      NumSegments: '1',
      ReferralNumMedia: '0',
      MessageSid: message.sid,
      AccountSid: sandbox.carrier.accountSid,
      From: customer,
      ApiVersion: '2010-04-01',
      Forwarded: 'false',
      FrequentlyForwarded: 'false',
    })
    const [listed] = await sandbox.client.messages.list({ to: sender })
    assert.deepEqual([listed!.direction, listed!.status, listed!.body], ['inbound', 'received', 'Hé 👋'])
  })

  test('can be a button tap, a location or a reply, and have unknown fields', async () => {
    await using sandbox = await startTestSandbox()
    const { phones } = sandbox.carrier
    const common = { from: number, to: sender }
    await phones.send({ ...common, buttonText: 'Yes', buttonPayload: 'yes-1', repliesTo: 'SM1' })
    await phones.send({ ...common, location: { latitude: 51.5, longitude: -0.1, label: 'Home' } })
    await phones.send({ ...common, body: '', fields: { Tomorrow: 'x', ExternalUserId: 'whatsapp:ID.45' } })
    const [tap, place, fields] = sandbox.receiver.received.map(({ form }) => form)
    const reply = { OriginalRepliedMessageSid: 'SM1', OriginalRepliedMessageSender: sender }
    const button = { MessageType: 'interactive', Body: 'Yes', ButtonText: 'Yes', ButtonPayload: 'yes-1' }
    assert.deepEqual(tap, { ...tap, ...button, ...reply })
    assert.deepEqual(place, { ...place, Latitude: '51.5', Longitude: '-0.1', Label: 'Home' })
    assert.deepEqual(fields, { ...fields, Body: '', Tomorrow: 'x', ExternalUserId: 'whatsapp:ID.45' })
  })

  test('can come from a customer with a hidden number in any country, who can be answered', async () => {
    await using sandbox = await startTestSandbox()
    for (const id of ['ID.4500000000000001', 'BR.17', 'US.ENT.11815799212886844830', `DE.${'aB3'.repeat(42)}`]) {
      await sandbox.carrier.phones.send({ from: id, to: sender, body: 'Hi' })
      const { form } = sandbox.receiver.received.at(-1)!
      assert.deepEqual(
        [form['From'], form['ExternalUserId'], form['WaId']],
        [`whatsapp:${id}`, `whatsapp:${id}`, undefined],
      )
      assert.equal((await sandbox.send({ From: sender, To: `whatsapp:${id}`, Body: 'Hello' })).status, 201)
    }
  })

  test('give no one the right to write to an id that never wrote, or is none', async () => {
    await using sandbox = await startTestSandbox()
    for (const id of ['US.18', 'USA.17', 'us.17', 'US.', 'US.1 7', `US.${'1'.repeat(129)}`]) {
      if (id !== 'US.18') await sandbox.carrier.phones.send({ from: id, to: sender, body: 'Hi' })
      assert.equal((await sandbox.send({ From: sender, To: `whatsapp:${id}`, Body: 'Hello' })).status, 400, id)
    }
  })

  test('can have media, which the account’s credentials give access to', async () => {
    await using sandbox = await startTestSandbox()
    const bytes = Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3])
    const media = [{ contentType: 'image/jpeg', bytes, filename: 'a b.jpg' }]
    await sandbox.carrier.phones.send({ from: number, to: sender, media })
    const { form } = sandbox.receiver.received[0]!
    assert.deepEqual([form['NumMedia'], form['MediaContentType0'], form['MessageType']], ['1', 'image/jpeg', 'image'])
    assert.match(form['MessageSid']!, /^MM/)
    assert.equal((await fetch(form['MediaUrl0']!)).status, 401)
    const redirect = await sandbox.call('GET', new URL(form['MediaUrl0']!).pathname)
    assert.equal(redirect.status, 307)
    const file = await fetch(redirect.headers.get('location')!)
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), bytes)
    assert.equal(file.headers.get('content-type'), 'image/jpeg')
    assert.equal(file.headers.get('content-disposition'), 'inline; filename="a_b.jpg"')
  })

  test('has the message type of its media', async () => {
    await using sandbox = await startTestSandbox()
    for (const [contentType, messageType] of [
      ['image/webp', 'sticker'],
      ['text/vcard', 'contacts'],
      ['video/mp4', 'video'],
      ['application/pdf', 'document'],
    ] as const) {
      const media = [{ contentType, bytes: Buffer.from('x') }]
      await sandbox.carrier.phones.send({ from: customer, to: sender, media })
      assert.equal(sandbox.receiver.received.at(-1)!.form['MessageType'], messageType)
    }
  })

  test('goes to the sender’s webhook with the sender’s method, or to that of its messaging service', async () => {
    await using sandbox = await startTestSandbox()
    const webhook = { callback_url: `${sandbox.receiver.url}/own?x=1`, callback_method: 'GET' }
    sandbox.carrier.control.changeSender(sender, { webhook })
    await sandbox.carrier.phones.send({ from: number, to: sender, body: 'a&b' })
    const [received] = sandbox.receiver.received
    assert.deepEqual([received!.method, received!.isSigned, received!.form['Body']], ['GET', true, 'a&b'])
    assert.match(received!.path, /^\/own\?x=1&/)
    const inboundUrl = `${sandbox.receiver.url}/of-service`
    sandbox.carrier.control.addService({ sid: service, senders: [sender], inboundUrl })
    await sandbox.carrier.phones.send({ from: number, to: sender, body: 'Hi' })
    const { path, form } = sandbox.receiver.received.at(-1)!
    assert.deepEqual([path.split('?')[0], form['MessagingServiceSid']], ['/of-service', service])
  })

  test('is signed with the current auth token', async () => {
    await using sandbox = await startTestSandbox()
    const before = sandbox.carrier.authToken
    assert.notEqual(sandbox.carrier.control.rotateAuthToken(), before)
    await sandbox.carrier.phones.send({ from: number, to: sender, body: 'Hi' })
    assert.ok(sandbox.receiver.received[0]!.isSigned)
    await assert.rejects(sandbox.client.messages.list(), { code: 20003 })
    assert.equal((await sandbox.send({ From: sender, To: customer, Body: 'x' })).status, 201)
  })

  test('can be sent more than once with the same fields', async () => {
    await using sandbox = await startTestSandbox()
    const { message } = await sandbox.carrier.phones.send({ from: number, to: sender, body: 'Hi', times: 2 })
    await sandbox.carrier.phones.redeliver(message.sid)
    const [first, ...others] = sandbox.receiver.received.map(({ form }) => form)
    assert.deepEqual(others, [first, first])
  })

  test('is retried once if the connection fails, and goes to the fallback URL after an error', async () => {
    await using sandbox = await startTestSandbox({ inboundUrl: 'http://127.0.0.1:1/' })
    const { control, phones, webhooks, alarms } = sandbox.carrier
    assert.equal((await phones.send({ from: number, to: sender })).webhook, 'connect-failed')
    assert.deepEqual([webhooks.length, webhooks.at(-1)!.attempt, alarms.at(-1)!.code], [2, 2, 11200])
    sandbox.receiver.respondWith(({ path }) =>
      path === '/fallback' ? xml('<Response><Message>Later</Message></Response>') : { status: 500 },
    )
    control.changeSender(sender, { webhook: { callback_url: `${sandbox.receiver.url}/own` } })
    const failed = await phones.send({ from: number, to: sender })
    assert.deepEqual([failed.webhook, failed.replies], [500, []])
    assert.equal(sandbox.receiver.received.length, 1)
    control.changeSender(sender, { webhook: { fallback_url: `${sandbox.receiver.url}/fallback` } })
    const { replies } = await phones.send({ from: number, to: sender })
    assert.deepEqual([replies[0]!.body, sandbox.receiver.received.at(-1)!.form['ErrorCode']], ['Later', '11200'])
  })
})

describe('a phone', () => {
  test('can be waited on for present and future messages', async () => {
    await using sandbox = await startTestSandbox({ delaysMs: { sent: 20 } })
    const { phones, control } = sandbox.carrier
    await phones.send({ from: number, to: sender })
    const coming = phones.waitFor(number, ({ body }) => body === 'Two')
    await sandbox.send({ From: sender, To: customer, Body: 'One' })
    await sandbox.send({ From: sender, To: customer, Body: 'Two' })
    assert.equal((await coming).body, 'Two')
    assert.equal((await phones.waitFor(customer, ({ body }) => body === 'One')).body, 'One')
    const never = phones.waitFor(number, ({ body }) => body === 'Three', 10)
    await assert.rejects(never, /No matching message/)
    await control.settled()
    const inbox = phones.inbox(number).map(({ body }) => body)
    assert.deepEqual(inbox, ['One', 'Two'])
    const directions = phones.thread(number).map(({ direction }) => direction)
    assert.deepEqual(directions, ['inbound', 'outbound-api', 'outbound-api'])
    assert.deepEqual(phones.list(), [number])
  })

  test('shows a template with its values and buttons', async () => {
    await using sandbox = await startTestSandbox()
    const content = { body: 'Hi {{1}}, come?', actions: [{ title: 'Yes {{1}}', id: 'y-{{1}}' }] }
    const types = { 'twilio/quick-reply': content }
    const { sid } = sandbox.carrier.control.addTemplate({ name: 'hi', types, variables: { 1: 'Ann' } })
    await sandbox.send({ From: sender, To: customer, ContentSid: sid, ContentVariables: '{"1":"Bo"}' })
    const message = await sandbox.carrier.phones.waitFor(number)
    assert.equal(message.body, 'Hi Bo, come?')
    assert.deepEqual(message.buttons, [{ title: 'Yes Bo', payload: 'y-Bo' }])
  })

  test('replies automatically if its behaviour says so, up to a limit', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.receiver.respondWith(() => ({ type: 'text/plain', body: 'And?' }))
    sandbox.carrier.control.behave(number, { reply: 'Yes' })
    await sandbox.carrier.phones.send({ from: number, to: sender, body: 'Hi' })
    await sandbox.receiver.count(21)
    await sandbox.carrier.control.settled()
    assert.equal(sandbox.receiver.received.length, 21)
    assert.equal(sandbox.receiver.received[1]!.form['Body'], 'Yes')
  })

  test('whose number ends in 9900022 or 9900023 replies Yes or STOP', async () => {
    await using sandbox = await startTestSandbox()
    for (const [To, reply, count] of [
      ['+15559900022', 'Yes', 1],
      ['+15559900023', 'STOP', 2],
    ] as const) {
      await sandbox.send({ From: smsSender, To, Body: 'Well?' })
      const { form } = (await sandbox.receiver.count(count)).at(-1)!
      assert.deepEqual([form['Body'], form['From']], [reply, To])
    }
  })
})
