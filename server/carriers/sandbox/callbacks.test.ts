// Status callbacks: their fields, headers, retries and time limits, and what faults make of them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Desk, openDesk, person, sender } from './testing/harness.ts'

async function sendWith(desk: Desk, fragment = '', fields: Record<string, string> = {}): Promise<string> {
  const template =
    desk.carrier.control.findTemplate('hi') ?? desk.carrier.control.addTemplate({ name: 'hi', body: 'Hello from us' })
  const reply = await desk.send({
    From: sender,
    To: person,
    ContentSid: template.sid,
    StatusCallback: `${desk.ear.url}/status${fragment}`,
    ...fields,
  })
  const { sid } = (await reply.json()) as { sid: string }
  await desk.carrier.control.settled()
  return sid
}

describe('a callback', () => {
  test('of WhatsApp has the fields and headers of the real one', async () => {
    await using desk = await openDesk()
    const sid = await sendWith(desk)
    const [sent, delivered, read] = desk.ear.heard
    const [own] = await desk.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' })
    const common = {
      SmsSid: sid,
      To: person,
      MessageSid: sid,
      AccountSid: desk.carrier.accountSid,
      From: sender,
      ApiVersion: '2010-04-01',
      ChannelToAddress: '+44770090XXXX',
      ChannelPrefix: 'whatsapp',
      ChannelInstallSid: own!.sid,
    }
    assert.deepEqual(sent!.form, { ...common, SmsStatus: 'sent', MessageStatus: 'sent', StructuredMessage: 'true' })
    assert.deepEqual(delivered!.form, {
      ...common,
      SmsStatus: 'delivered',
      MessageStatus: 'delivered',
      EventType: 'DELIVERED',
    })
    assert.deepEqual(read!.form, { ...common, SmsStatus: 'read', MessageStatus: 'read', EventType: 'READ' })
    const { headers } = sent!
    assert.equal(headers['user-agent'], 'TwilioProxy/1.1')
    assert.equal(headers['x-home-region'], 'us1')
    assert.match(String(headers['i-twilio-idempotency-token']), /^[0-9a-f-]{36}$/)
    assert.equal(headers['content-type'], 'application/x-www-form-urlencoded; charset=utf-8')
  })

  test('of a failure says why', async () => {
    await using desk = await openDesk()
    await sendWith(desk, '', { To: 'whatsapp:+15559963024' })
    const { form } = desk.ear.heard.at(-1)!
    assert.deepEqual(
      [form['MessageStatus'], form['EventType'], form['ErrorCode'], form['ChannelStatusMessage']],
      ['undelivered', 'UNDELIVERED', '63024', 'Invalid message recipient'],
    )
  })

  test('of an SMS has the fields of the real one', async () => {
    await using desk = await openDesk()
    const statusCallback = `${desk.ear.url}/status`
    await desk.client.messages.create({ from: '+14155238886', to: '+15559930003', body: 'x', statusCallback })
    await desk.carrier.control.settled()
    const { form } = desk.ear.heard.at(-1)!
    assert.match(form['RawDlrDoneDate']!, /^\d{10}$/)
    assert.deepEqual([form['ErrorCode'], form['MessageStatus'], form['To']], ['30003', 'undelivered', '+15559930003'])
    assert.equal('ChannelPrefix' in form, false)
  })

  test("goes to the message's address, else to its service's, else to its sender's", async () => {
    const sid = `MG${'a'.repeat(32)}`
    await using desk = await openDesk()
    const { control } = desk.carrier
    control.changeSender('+14155238886', { webhook: { status_callback_url: `${desk.ear.url}/of-sender` } })
    await sendWith(desk, '', { StatusCallback: '' })
    assert.equal(desk.ear.heard.at(-1)!.path, '/of-sender')
    control.addService({ sid, senders: [sender], statusCallbackUrl: `${desk.ear.url}/of-service` })
    await sendWith(desk, '', { StatusCallback: '', MessagingServiceSid: sid })
    assert.equal(desk.ear.heard.at(-1)!.path, '/of-service')
    await sendWith(desk, '', { MessagingServiceSid: sid })
    assert.equal(desk.ear.heard.at(-1)!.path, '/status')
  })

  test('is signed with its fragment when that is asked for', async () => {
    await using desk = await openDesk({ signFragment: true })
    await sendWith(desk, '#rc=1')
    assert.equal(desk.ear.heard[0]!.isSigned, false)
    assert.equal(desk.ear.heard[0]!.path, '/status')
  })
})

describe('a callback that is answered badly', () => {
  const once = { To: 'whatsapp:+15559900002' }

  test('with 500 is not repeated', async () => {
    await using desk = await openDesk()
    desk.ear.answerWith(() => ({ status: 500 }))
    await sendWith(desk, '', once)
    assert.deepEqual(
      desk.carrier.webhooks.map(({ attempt, outcome }) => [attempt, outcome]),
      [[1, 500]],
    )
  })

  for (const [fragment, tries] of [
    ['#rc=3&rp=all', 4],
    ['#rc=2&rp=5xx', 3],
    ['#rc=2&rp=4xx', 1],
    ['#rc=0&rp=all', 1],
    ['#rc=9&rp=all', 2],
  ] as const) {
    test(`with 500 is tried ${tries} times under ${fragment}, with one token`, async () => {
      await using desk = await openDesk()
      desk.ear.answerWith(() => ({ status: 500 }))
      await sendWith(desk, fragment, once)
      assert.equal(desk.ear.heard.length, tries)
      assert.equal(new Set(desk.ear.heard.map(({ headers }) => headers['i-twilio-idempotency-token'])).size, 1)
    })
  }

  test('is not repeated once it is answered well', async () => {
    await using desk = await openDesk()
    desk.ear.answerWith((_, number) => ({ status: number < 3 ? 404 : 200 }))
    await sendWith(desk, '#rc=5&rp=4xx', once)
    assert.deepEqual(
      desk.carrier.webhooks.map(({ outcome }) => outcome),
      [404, 404, 200],
    )
  })

  test('when nobody listens, is repeated once by default', async () => {
    await using desk = await openDesk()
    await sendWith(desk, '', { ...once, StatusCallback: 'http://127.0.0.1:1/status' })
    assert.deepEqual(
      desk.carrier.webhooks.map(({ outcome }) => outcome),
      ['connect-failed', 'connect-failed'],
    )
  })

  test('too late counts as not answered', async () => {
    await using desk = await openDesk()
    desk.ear.answerWith(() => ({ afterMs: 5_000 }))
    await sendWith(desk, '#rt=100&rc=1&rp=rt', once)
    assert.deepEqual(
      desk.carrier.webhooks.map(({ outcome }) => outcome),
      ['timed-out', 'timed-out'],
    )
    await sendWith(desk, '#rt=5000&tt=150&rc=5&rp=all', once)
    assert.deepEqual(
      desk.carrier.webhooks.slice(2).map(({ outcome }) => outcome),
      ['timed-out'],
    )
  })

  test('by a cut connection is over', async () => {
    await using desk = await openDesk()
    desk.ear.answerWith(() => undefined)
    await sendWith(desk, '', once)
    assert.deepEqual(
      desk.carrier.webhooks.map(({ outcome }) => outcome),
      ['broken'],
    )
  })
})

describe('a fault of the callbacks', () => {
  const statuses = async (fault: Parameters<Desk['carrier']['control']['script']>[0]) => {
    await using desk = await openDesk()
    desk.carrier.control.script(fault)
    const first = await sendWith(desk)
    const second = await sendWith(desk)
    assert.deepEqual(desk.statusesOf(second), ['sent', 'delivered', 'read'])
    return desk.ear.heard.filter(({ form }) => form['MessageSid'] === first)
  }
  const namesOf = (heard: Awaited<ReturnType<typeof statuses>>) => heard.map(({ form }) => form['MessageStatus'])

  test('lasts for one message', async () => {
    assert.deepEqual(namesOf(await statuses('double-callbacks')), [
      'sent',
      'sent',
      'delivered',
      'delivered',
      'read',
      'read',
    ])
    assert.deepEqual(namesOf(await statuses('reverse-callbacks')), ['read', 'delivered', 'sent'])
    assert.deepEqual(namesOf(await statuses('drop-callbacks')), [])
    assert.deepEqual(namesOf(await statuses('read-without-delivered')), ['sent', 'read'])
    assert.deepEqual(namesOf(await statuses({ fault: 'failed-after-sent', code: 63012 })), ['sent', 'failed'])
    assert.deepEqual(namesOf(await statuses({ fault: 'fail', code: 63003 })), ['failed'])
  })

  test('can be that EventType is missing, or that there is a field nobody knows', async () => {
    assert.ok((await statuses('no-event-type')).every(({ form }) => !('EventType' in form)))
    const heard = await statuses('unknown-field')
    assert.ok(heard.length === 3 && heard.every(({ form, isSigned }) => form['NewFieldOfTomorrow'] && isSigned))
  })

  test('can be that the first comes before the answer', async () => {
    await using desk = await openDesk()
    desk.carrier.control.script('callback-before-answer')
    const { sid } = desk.carrier.control.addTemplate({ name: 'hi', body: 'Hello from us' })
    const before: string[] = []
    desk.ear.answerWith(({ form }) => {
      before.push(form['MessageStatus']!)
      return { status: 204 }
    })
    const reply = await desk.send({
      From: sender,
      To: person,
      ContentSid: sid,
      StatusCallback: `${desk.ear.url}/status`,
    })
    assert.equal(before[0], 'sent')
    assert.equal(((await reply.json()) as { status: string }).status, 'queued')
  })
})
