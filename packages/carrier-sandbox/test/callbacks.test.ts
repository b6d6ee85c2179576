// Tests of status callbacks: fields, headers, retries, timeouts and injected faults.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { customer, sender, service, smsSender, startTestSandbox, type TestSandbox } from './harness.ts'

async function sendWith(sandbox: TestSandbox, fields: Record<string, string> = {}): Promise<string> {
  const StatusCallback = `${sandbox.receiver.url}/status`
  const { body } = await sandbox.send({
    From: sender,
    To: customer,
    ContentSid: sandbox.template(),
    StatusCallback,
    ...fields,
  })
  await sandbox.carrier.control.settled()
  return body.sid
}

describe('a status callback', () => {
  test('for WhatsApp has the fields and headers of Twilio’s', async () => {
    await using sandbox = await startTestSandbox()
    const sid = await sendWith(sandbox)
    const [own] = await sandbox.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' })
    const common = {
      SmsSid: sid,
      To: customer,
      MessageSid: sid,
      AccountSid: sandbox.carrier.accountSid,
      From: sender,
      ApiVersion: '2010-04-01',
      ChannelToAddress: '+44770090XXXX',
      ChannelPrefix: 'whatsapp',
      ChannelInstallSid: own!.sid,
    }
    const forms = sandbox.receiver.received.map(({ form }) => form)
    assert.deepEqual(forms, [
      { ...common, SmsStatus: 'sent', MessageStatus: 'sent', StructuredMessage: 'true' },
      { ...common, SmsStatus: 'delivered', MessageStatus: 'delivered', EventType: 'DELIVERED' },
      { ...common, SmsStatus: 'read', MessageStatus: 'read', EventType: 'READ' },
    ])
    const { headers } = sandbox.receiver.received[0]!
    assert.equal(headers['user-agent'], 'TwilioProxy/1.1')
    assert.equal(headers['x-home-region'], 'us1')
    assert.match(String(headers['i-twilio-idempotency-token']), /^[0-9a-f-]{36}$/)
    assert.equal(headers['content-type'], 'application/x-www-form-urlencoded; charset=utf-8')
  })

  test('for a failure contains the error', async () => {
    await using sandbox = await startTestSandbox()
    await sendWith(sandbox, { To: 'whatsapp:+15559963024' })
    const { MessageStatus, EventType, ErrorCode, ChannelStatusMessage } = sandbox.receiver.received.at(-1)!.form
    assert.deepEqual(
      [MessageStatus, EventType, ErrorCode, ChannelStatusMessage],
      ['undelivered', 'UNDELIVERED', '63024', 'Invalid message recipient'],
    )
  })

  test('for SMS has the fields of Twilio’s', async () => {
    await using sandbox = await startTestSandbox()
    await sendWith(sandbox, { From: smsSender, To: '+15559930003' })
    const { form } = sandbox.receiver.received.at(-1)!
    assert.match(form['RawDlrDoneDate']!, /^\d{10}$/)
    assert.deepEqual([form['ErrorCode'], form['MessageStatus'], form['To']], ['30003', 'undelivered', '+15559930003'])
    assert.equal('ChannelPrefix' in form, false)
  })

  test('goes to the URL of the message, else of the service, else of the sender', async () => {
    await using sandbox = await startTestSandbox()
    const { control } = sandbox.carrier
    const { url, received } = sandbox.receiver
    control.changeSender(smsSender, { webhook: { status_callback_url: `${url}/of-sender` } })
    await sendWith(sandbox, { StatusCallback: '' })
    assert.equal(received.at(-1)!.path, '/of-sender')
    control.addService({ sid: service, senders: [sender], statusCallbackUrl: `${url}/of-service` })
    await sendWith(sandbox, { StatusCallback: '', MessagingServiceSid: service })
    assert.equal(received.at(-1)!.path, '/of-service')
    await sendWith(sandbox, { MessagingServiceSid: service })
    assert.equal(received.at(-1)!.path, '/status')
  })

  test('is signed with the fragment of the URL if the settings say so', async () => {
    await using sandbox = await startTestSandbox({ signFragment: true })
    await sendWith(sandbox, { StatusCallback: `${sandbox.receiver.url}/status#rc=1` })
    const { isSigned, path } = sandbox.receiver.received[0]!
    assert.deepEqual([isSigned, path], [false, '/status'])
  })

  for (const [what, respond, fragment, outcomes] of [
    ['a 500', () => ({ status: 500 }), '', [500]],
    ['a 500', () => ({ status: 500 }), '#rc=3&rp=all', [500, 500, 500, 500]],
    ['a 500', () => ({ status: 500 }), '#rc=2&rp=5xx', [500, 500, 500]],
    ['a 500', () => ({ status: 500 }), '#rc=2&rp=4xx', [500]],
    ['a 500', () => ({ status: 500 }), '#rc=0&rp=all', [500]],
    ['a 500', () => ({ status: 500 }), '#rc=9&rp=all', [500, 500]],
    ['a 404', (_: unknown, number: number) => ({ status: number < 3 ? 404 : 200 }), '#rc=5&rp=4xx', [404, 404, 200]],
    ['a timeout', () => ({ afterMs: 5_000 }), '#rt=100&rc=1&rp=rt', ['timed-out', 'timed-out']],
    ['a total timeout', () => ({ afterMs: 5_000 }), '#rt=5000&tt=150&rc=5&rp=all', ['timed-out']],
    ['a closed connection', () => undefined, '', ['broken']],
  ] as const) {
    const times = `${outcomes.length} time${outcomes.length > 1 ? 's' : ''}`
    test(`is attempted ${times} after ${what} with ${fragment || 'no fragment'}`, async () => {
      await using sandbox = await startTestSandbox()
      sandbox.receiver.respondWith(respond)
      const StatusCallback = `${sandbox.receiver.url}/status${fragment}`
      await sendWith(sandbox, { To: 'whatsapp:+15559900002', StatusCallback })
      const attempts = sandbox.carrier.webhooks.map(({ attempt, outcome }) => [attempt, outcome])
      assert.deepEqual(
        [...outcomes.entries()].map(([index, outcome]) => [index + 1, outcome]),
        attempts,
      )
      const tokens = sandbox.receiver.received.map(({ headers }) => headers['i-twilio-idempotency-token'])
      assert.deepEqual([tokens.length, new Set(tokens).size], [outcomes.length, 1])
    })
  }

  test('that cannot connect is retried once by default', async () => {
    await using sandbox = await startTestSandbox()
    await sendWith(sandbox, { To: 'whatsapp:+15559900002', StatusCallback: 'http://127.0.0.1:1/status' })
    const outcomes = sandbox.carrier.webhooks.map(({ outcome }) => outcome)
    assert.deepEqual(outcomes, ['connect-failed', 'connect-failed'])
  })
})

describe('a callback fault', () => {
  const receivedWith = async (fault: Parameters<TestSandbox['carrier']['control']['script']>[0]) => {
    await using sandbox = await startTestSandbox()
    sandbox.carrier.control.script(fault)
    const first = await sendWith(sandbox)
    const second = await sendWith(sandbox)
    assert.deepEqual(sandbox.statusesOf(second), ['sent', 'delivered', 'read'])
    return sandbox.receiver.received.filter(({ form }) => form['MessageSid'] === first)
  }

  test('applies to one message', async () => {
    for (const [fault, statuses] of [
      ['double-callbacks', 'sent sent delivered delivered read read'],
      ['reverse-callbacks', 'read delivered sent'],
      ['drop-callbacks', ''],
      ['read-without-delivered', 'sent read'],
      [{ fault: 'failed-after-sent', code: 63012 }, 'sent failed'],
      [{ fault: 'fail', code: 63003 }, 'failed'],
    ] as const) {
      const received = await receivedWith(fault)
      assert.equal(received.map(({ form }) => form['MessageStatus']).join(' '), statuses)
    }
  })

  test('can remove EventType or add an unknown field', async () => {
    assert.ok((await receivedWith('no-event-type')).every(({ form }) => !('EventType' in form)))
    const received = await receivedWith('unknown-field')
    assert.ok(received.length === 3 && received.every(({ form, isSigned }) => form['NewFieldOfTomorrow'] && isSigned))
  })

  test('can send the first callback before the response', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.carrier.control.script('callback-before-answer')
    const StatusCallback = `${sandbox.receiver.url}/status`
    const reply = await sandbox.send({ From: sender, To: customer, ContentSid: sandbox.template(), StatusCallback })
    assert.deepEqual([sandbox.statusesOf()[0], reply.body.status], ['sent', 'queued'])
  })
})
