// Tests of status callbacks: fields, headers, retries, timeouts and injected faults.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { person, sender, startTestSandbox, type TestSandbox } from './harness.ts'

async function sendWith(sandbox: TestSandbox, fragment = '', fields: Record<string, string> = {}): Promise<string> {
  const template =
    sandbox.carrier.control.findTemplate('hi') ??
    sandbox.carrier.control.addTemplate({ name: 'hi', body: 'Hello from us' })
  const reply = await sandbox.send({
    From: sender,
    To: person,
    ContentSid: template.sid,
    StatusCallback: `${sandbox.receiver.url}/status${fragment}`,
    ...fields,
  })
  const { sid } = (await reply.json()) as { sid: string }
  await sandbox.carrier.control.settled()
  return sid
}

describe('a status callback', () => {
  test('for WhatsApp has the fields and headers of Twilio’s', async () => {
    await using sandbox = await startTestSandbox()
    const sid = await sendWith(sandbox)
    const [sent, delivered, read] = sandbox.receiver.received
    const [own] = await sandbox.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' })
    const common = {
      SmsSid: sid,
      To: person,
      MessageSid: sid,
      AccountSid: sandbox.carrier.accountSid,
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

  test('for a failure contains the error', async () => {
    await using sandbox = await startTestSandbox()
    await sendWith(sandbox, '', { To: 'whatsapp:+15559963024' })
    const { form } = sandbox.receiver.received.at(-1)!
    assert.deepEqual(
      [form['MessageStatus'], form['EventType'], form['ErrorCode'], form['ChannelStatusMessage']],
      ['undelivered', 'UNDELIVERED', '63024', 'Invalid message recipient'],
    )
  })

  test('for SMS has the fields of Twilio’s', async () => {
    await using sandbox = await startTestSandbox()
    const statusCallback = `${sandbox.receiver.url}/status`
    await sandbox.client.messages.create({ from: '+14155238886', to: '+15559930003', body: 'x', statusCallback })
    await sandbox.carrier.control.settled()
    const { form } = sandbox.receiver.received.at(-1)!
    assert.match(form['RawDlrDoneDate']!, /^\d{10}$/)
    assert.deepEqual([form['ErrorCode'], form['MessageStatus'], form['To']], ['30003', 'undelivered', '+15559930003'])
    assert.equal('ChannelPrefix' in form, false)
  })

  test('goes to the URL of the message, else of the service, else of the sender', async () => {
    const sid = `MG${'a'.repeat(32)}`
    await using sandbox = await startTestSandbox()
    const { control } = sandbox.carrier
    control.changeSender('+14155238886', { webhook: { status_callback_url: `${sandbox.receiver.url}/of-sender` } })
    await sendWith(sandbox, '', { StatusCallback: '' })
    assert.equal(sandbox.receiver.received.at(-1)!.path, '/of-sender')
    control.addService({ sid, senders: [sender], statusCallbackUrl: `${sandbox.receiver.url}/of-service` })
    await sendWith(sandbox, '', { StatusCallback: '', MessagingServiceSid: sid })
    assert.equal(sandbox.receiver.received.at(-1)!.path, '/of-service')
    await sendWith(sandbox, '', { MessagingServiceSid: sid })
    assert.equal(sandbox.receiver.received.at(-1)!.path, '/status')
  })

  test('is signed with the fragment of the URL if the settings say so', async () => {
    await using sandbox = await startTestSandbox({ signFragment: true })
    await sendWith(sandbox, '#rc=1')
    assert.equal(sandbox.receiver.received[0]!.isSigned, false)
    assert.equal(sandbox.receiver.received[0]!.path, '/status')
  })
})

describe('a status callback that fails', () => {
  const once = { To: 'whatsapp:+15559900002' }

  test('with 500 is not retried', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.receiver.respondWith(() => ({ status: 500 }))
    await sendWith(sandbox, '', once)
    assert.deepEqual(
      sandbox.carrier.webhooks.map(({ attempt, outcome }) => [attempt, outcome]),
      [[1, 500]],
    )
  })

  for (const [fragment, attempts] of [
    ['#rc=3&rp=all', 4],
    ['#rc=2&rp=5xx', 3],
    ['#rc=2&rp=4xx', 1],
    ['#rc=0&rp=all', 1],
    ['#rc=9&rp=all', 2],
  ] as const) {
    test(`with 500 is attempted ${attempts} times with ${fragment}, with one idempotency token`, async () => {
      await using sandbox = await startTestSandbox()
      sandbox.receiver.respondWith(() => ({ status: 500 }))
      await sendWith(sandbox, fragment, once)
      assert.equal(sandbox.receiver.received.length, attempts)
      assert.equal(
        new Set(sandbox.receiver.received.map(({ headers }) => headers['i-twilio-idempotency-token'])).size,
        1,
      )
    })
  }

  test('is not retried after it succeeds', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.receiver.respondWith((_, number) => ({ status: number < 3 ? 404 : 200 }))
    await sendWith(sandbox, '#rc=5&rp=4xx', once)
    assert.deepEqual(
      sandbox.carrier.webhooks.map(({ outcome }) => outcome),
      [404, 404, 200],
    )
  })

  test('to connect is retried once by default', async () => {
    await using sandbox = await startTestSandbox()
    await sendWith(sandbox, '', { ...once, StatusCallback: 'http://127.0.0.1:1/status' })
    assert.deepEqual(
      sandbox.carrier.webhooks.map(({ outcome }) => outcome),
      ['connect-failed', 'connect-failed'],
    )
  })

  test('by a timeout has the outcome timed-out', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.receiver.respondWith(() => ({ afterMs: 5_000 }))
    await sendWith(sandbox, '#rt=100&rc=1&rp=rt', once)
    assert.deepEqual(
      sandbox.carrier.webhooks.map(({ outcome }) => outcome),
      ['timed-out', 'timed-out'],
    )
    await sendWith(sandbox, '#rt=5000&tt=150&rc=5&rp=all', once)
    assert.deepEqual(
      sandbox.carrier.webhooks.slice(2).map(({ outcome }) => outcome),
      ['timed-out'],
    )
  })

  test('by a closed connection is not retried', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.receiver.respondWith(() => undefined)
    await sendWith(sandbox, '', once)
    assert.deepEqual(
      sandbox.carrier.webhooks.map(({ outcome }) => outcome),
      ['broken'],
    )
  })
})

describe('a callback fault', () => {
  const statuses = async (fault: Parameters<TestSandbox['carrier']['control']['script']>[0]) => {
    await using sandbox = await startTestSandbox()
    sandbox.carrier.control.script(fault)
    const first = await sendWith(sandbox)
    const second = await sendWith(sandbox)
    assert.deepEqual(sandbox.statusesOf(second), ['sent', 'delivered', 'read'])
    return sandbox.receiver.received.filter(({ form }) => form['MessageSid'] === first)
  }
  const namesOf = (received: Awaited<ReturnType<typeof statuses>>) => received.map(({ form }) => form['MessageStatus'])

  test('applies to one message', async () => {
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

  test('can remove EventType or add an unknown field', async () => {
    assert.ok((await statuses('no-event-type')).every(({ form }) => !('EventType' in form)))
    const received = await statuses('unknown-field')
    assert.ok(received.length === 3 && received.every(({ form, isSigned }) => form['NewFieldOfTomorrow'] && isSigned))
  })

  test('can send the first callback before the response', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.carrier.control.script('callback-before-answer')
    const { sid } = sandbox.carrier.control.addTemplate({ name: 'hi', body: 'Hello from us' })
    const before: string[] = []
    sandbox.receiver.respondWith(({ form }) => {
      before.push(form['MessageStatus']!)
      return { status: 204 }
    })
    const reply = await sandbox.send({
      From: sender,
      To: person,
      ContentSid: sid,
      StatusCallback: `${sandbox.receiver.url}/status`,
    })
    assert.equal(before[0], 'sent')
    assert.equal(((await reply.json()) as { status: string }).status, 'queued')
  })
})
