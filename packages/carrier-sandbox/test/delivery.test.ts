// Tests of delivery: the 24-hour window, templates, limits, media and magic numbers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errorCodes } from '../src/core/error-codes-data.ts'
import { customer, number, sender, smsSender, startTestSandbox, type TestSandbox } from './harness.ts'

const hour = 3_600_000
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

async function outcomeOf(sandbox: TestSandbox, fields: Record<string, string | string[]>): Promise<string> {
  const { sid, code } = (await sandbox.send({ From: sender, To: customer, ...fields })).body
  if (code) return `refused ${code}`
  await sandbox.carrier.control.settled()
  const { status, errorCode } = await sandbox.client.messages(sid).fetch()
  return errorCode === null ? status : `${status} ${errorCode}`
}

describe('the 24-hour window', () => {
  test('opens with a message from the customer and closes exactly 24 hours after the last one', async () => {
    await using sandbox = await startTestSandbox()
    const { control, phones } = sandbox.carrier
    const sid = sandbox.template()
    assert.equal(await outcomeOf(sandbox, { Body: 'Hello' }), 'failed 63016')
    assert.equal(await outcomeOf(sandbox, { ContentSid: sid }), 'read')
    assert.equal(await outcomeOf(sandbox, { Body: 'Hello' }), 'failed 63016')
    await phones.send({ from: customer, to: sender, body: 'Hi' })
    assert.equal(await outcomeOf(sandbox, { Body: 'Hello' }), 'read')
    await control.forward(24 * hour - 5_000)
    assert.equal(await outcomeOf(sandbox, { Body: 'Hello' }), 'read')
    await control.forward(5_000)
    assert.equal(await outcomeOf(sandbox, { Body: 'Hello' }), 'failed 63016')
    assert.equal(await outcomeOf(sandbox, { ContentSid: sid }), 'read')
  })

  test('applies to one sender and one customer, and not to SMS', async () => {
    await using sandbox = await startTestSandbox({ senders: [{ number: smsSender }, { number: '+14155238887' }] })
    await sandbox.carrier.phones.send({ from: customer, to: sender })
    assert.equal(await outcomeOf(sandbox, { Body: 'x', From: 'whatsapp:+14155238887' }), 'failed 63016')
    assert.equal(await outcomeOf(sandbox, { Body: 'x', To: 'whatsapp:+447700900124' }), 'failed 63016')
    assert.equal(await outcomeOf(sandbox, { From: smsSender, To: '+447700900124', Body: 'x' }), 'delivered')
  })
})

describe('a template', () => {
  for (const [status, ends] of [
    ['approved', 'read'],
    ['pending', 'failed 63016'],
    ['received', 'failed 63016'],
    ['rejected', 'failed 63040'],
    ['paused', 'failed 63041'],
    ['disabled', 'failed 63042'],
    [null, 'failed 63016'],
  ] as const) {
    test(`that is ${status ?? 'not submitted'} ends as ${ends} outside the window, and is delivered inside`, async () => {
      await using sandbox = await startTestSandbox({ review: 'hand', delaysMs: { pending: hour } })
      const { sid } = sandbox.carrier.control.addTemplate({ name: 'hi', body: 'Hello from us', status })
      assert.equal(await outcomeOf(sandbox, { ContentSid: sid }), ends)
      await sandbox.carrier.phones.send({ from: customer, to: sender })
      assert.equal(await outcomeOf(sandbox, { ContentSid: sid }), 'read')
    })
  }

  test('with links needs approval even inside the window; a list cannot open a conversation', async () => {
    await using sandbox = await startTestSandbox()
    const { control, phones } = sandbox.carrier
    const link = {
      'twilio/call-to-action': { body: 'Look here', actions: [{ type: 'URL', title: 'a', url: 'https://a.example' }] },
    }
    const list = { 'twilio/list-picker': { body: 'Choose one', button: 'b', items: [{ item: 'a', id: 'a' }] } }
    const unapproved = control.addTemplate({ name: 'link', types: link, status: null })
    const choice = control.addTemplate({ name: 'list', types: list, status: 'approved' })
    assert.equal(await outcomeOf(sandbox, { ContentSid: choice.sid }), 'failed 63016')
    await phones.send({ from: customer, to: sender })
    assert.equal(await outcomeOf(sandbox, { ContentSid: unapproved.sid }), 'undelivered 63013')
    assert.equal(await outcomeOf(sandbox, { ContentSid: choice.sid }), 'read')
  })

  test('for marketing is not delivered to +1 numbers', async () => {
    await using sandbox = await startTestSandbox()
    const { sid } = sandbox.carrier.control.addTemplate({ name: 'hi', body: 'Buy now', category: 'MARKETING' })
    assert.equal(await outcomeOf(sandbox, { ContentSid: sid, To: 'whatsapp:+12025550123' }), 'undelivered 63049')
    assert.equal(await outcomeOf(sandbox, { ContentSid: sid }), 'read')
    sandbox.carrier.control.settings({ marketingToUs: 'delivered' })
    assert.equal(await outcomeOf(sandbox, { ContentSid: sid, To: 'whatsapp:+12025550123' }), 'read')
  })

  test('counts against the messaging limit per 24 hours; replies do not', async () => {
    const senders = [{ number: smsSender, messagingLimit: '2 Customers/24hr' }]
    await using sandbox = await startTestSandbox({ senders })
    const sid = sandbox.template()
    await sandbox.carrier.phones.send({ from: '+447700900003', to: sender })
    for (const To of ['+447700900003', '+447700900001', '+447700900002', '+447700900001'])
      assert.equal(await outcomeOf(sandbox, { ContentSid: sid, To: `whatsapp:${To}` }), 'read')
    assert.equal(await outcomeOf(sandbox, { ContentSid: sid }), 'failed 63018')
    await sandbox.carrier.control.forward(24 * hour)
    assert.equal(await outcomeOf(sandbox, { ContentSid: sid }), 'read')
  })
})

describe('a sender', () => {
  test('that is offline accepts messages, which fail', async () => {
    await using sandbox = await startTestSandbox()
    for (const [change, outcome] of [
      [{ status: 'OFFLINE' }, 'failed 63112'],
      [{ status: 'OFFLINE', offlineCode: 63020 }, 'failed 63020'],
      [{ status: 'DRAFT' }, 'refused 63007'],
    ] as const) {
      sandbox.carrier.control.changeSender(smsSender, change)
      assert.equal(await outcomeOf(sandbox, { ContentSid: sandbox.template() }), outcome)
    }
  })

  test('without traffic for 30 days is locked', async () => {
    await using sandbox = await startTestSandbox()
    const sid = sandbox.template()
    await sandbox.carrier.control.forward(31 * 24 * hour)
    assert.equal(await outcomeOf(sandbox, { ContentSid: sid }), 'failed 63051')
    const [locked] = await sandbox.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' })
    assert.deepEqual([locked!.status, locked!.offlineReasons[0]!.code], ['OFFLINE', '63051'])
  })
})

const staticSticker = 'RIFF0000WEBPVP8 '
const animatedSticker = 'RIFF0000WEBPVP8X\x0a\0\0\0\x02'

describe('media', () => {
  const good = { type: 'image/png', body: png.toString('latin1') }
  const open = async (answer: Parameters<TestSandbox['receiver']['respondWith']>[0]) => {
    const sandbox = await startTestSandbox()
    await sandbox.carrier.phones.send({ from: customer, to: sender })
    sandbox.receiver.respondWith(answer)
    return sandbox
  }
  const send = (sandbox: TestSandbox, url = `${sandbox.receiver.url}/file`) => outcomeOf(sandbox, { MediaUrl: url })

  test('is requested with HEAD and GET, stored and listed', async () => {
    await using sandbox = await open(() => ({ type: 'text/plain', body: 'some text' }))
    assert.equal(await outcomeOf(sandbox, { MediaUrl: `${sandbox.receiver.url}/file`, Body: 'caption' }), 'read')
    const [, head, get, ...more] = sandbox.receiver.received
    assert.deepEqual([head!.method, get!.method, more.length], ['HEAD', 'GET', 0])
    const message = sandbox.client.messages(sandbox.carrier.messages().at(-1)!.sid)
    const [media] = await message.media.list()
    assert.equal(media!.contentType, 'text/plain')
    const file = await sandbox.call('GET', media!.uri.replace('.json', ''))
    assert.equal(file.status, 307)
    assert.equal(await (await fetch(file.headers.get('location')!)).text(), 'some text')
    await message.media(media!.sid).remove()
    assert.equal((await message.media.list()).length, 0)
  })

  test('that cannot be fetched fails with 63019; unsupported, mislabelled, empty or large media with 63021', async () => {
    await using sandbox = await open(() => undefined)
    assert.equal(await send(sandbox, 'http://127.0.0.1:1/file'), 'failed 63019')
    for (const [code, get, head = get] of [
      [63019, { status: 404 }],
      [63019, good, { status: 405 }],
      [63019, undefined],
      [63021, { type: 'image/gif', body: 'GIF89a' }],
      [63021, { type: 'image/jpeg', body: 'no picture' }],
      [63021, { type: 'image/png', body: '' }],
      [63021, { type: 'application/zip', body: 'PK' }],
      [63021, { type: 'audio/mpeg', body: '%PDF-1.7' }],
      [63021, { type: 'image/webp', body: staticSticker.padEnd(101 * 1_024, 'x') }],
      [63021, { type: 'image/webp', body: animatedSticker.padEnd(501 * 1_024, 'x') }],
      [63021, { type: 'video/mp4', body: 'x'.repeat(17 * 2 ** 20) }],
      [63021, { type: 'application/pdf', body: '%PDF' }, { type: 'image/png' }],
    ] as const) {
      sandbox.receiver.respondWith(({ method }) => (method === 'HEAD' ? head : get))
      assert.equal(await send(sandbox), `failed ${code}`, get?.type)
    }
  })

  test('can be an animated sticker of 500 KB, five times the limit of a static one', async () => {
    await using sandbox = await open(() => ({ type: 'image/webp', body: animatedSticker.padEnd(500 * 1_024, 'x') }))
    assert.equal(await send(sandbox), 'read')
  })

  test('is limited to one file per WhatsApp message', async () => {
    await using sandbox = await open(() => ({ type: 'text/plain', body: 'x' }))
    const url = `${sandbox.receiver.url}/file`
    assert.equal(await outcomeOf(sandbox, { MediaUrl: [url, url] }), 'undelivered 63005')
  })
})

describe('magic numbers', () => {
  test('that end in 99 and a callback error code fail with that code', async () => {
    await using sandbox = await startTestSandbox()
    const sid = sandbox.template()
    for (const [code, known] of Object.entries(errorCodes)) {
      if (known.at === 'request') continue
      const StatusCallback = `${sandbox.receiver.url}/status`
      const ends = await outcomeOf(sandbox, { ContentSid: sid, To: `whatsapp:+155599${code}`, StatusCallback })
      assert.equal(ends, `${known.ends} ${code}`)
      const { MessageSid, MessageStatus, ErrorCode } = sandbox.receiver.received.at(-1)!.form
      assert.deepEqual([MessageStatus, ErrorCode], [known.ends, code])
      const statuses = known.ends === 'failed' ? ['failed'] : ['sent', 'undelivered']
      assert.deepEqual(sandbox.statusesOf(MessageSid), statuses)
    }
  })

  for (const [digits, statuses] of [
    ['00001', []],
    ['00002', ['sent']],
    ['00003', ['sent', 'delivered']],
    ['00004', ['sent', 'read']],
    ['00005', ['sent', 'failed']],
    ['00006', ['sent', 'delivered', 'failed']],
    ['00007', ['sent', 'sent', 'delivered', 'delivered', 'read', 'read']],
    ['00008', ['read', 'delivered', 'sent']],
    ['00009', []],
    ['00010', []],
    ['00011', ['sent', 'delivered', 'read']],
  ] as const) {
    test(`that end in 99${digits} produce the callbacks ${statuses.join(', ') || '(none)'}`, async () => {
      await using sandbox = await startTestSandbox()
      const StatusCallback = `${sandbox.receiver.url}/status`
      await outcomeOf(sandbox, { ContentSid: sandbox.template(), To: `whatsapp:+155599${digits}`, StatusCallback })
      assert.deepEqual(sandbox.statusesOf(), statuses)
      if (digits !== '00010') return
      await sandbox.carrier.control.forward(60_000)
      assert.deepEqual(sandbox.statusesOf(), ['sent', 'delivered', 'read'])
    })
  }

  test('can be given a behaviour', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.carrier.control.behave(number, { code: 21614 })
    assert.equal(await outcomeOf(sandbox, { Body: 'x' }), 'refused 21614')
    sandbox.carrier.control.behave(number, undefined)
    assert.equal(await outcomeOf(sandbox, { Body: 'x' }), 'failed 63016')
  })
})

test('a message fails when its validity period ends in the queue', async () => {
  await using sandbox = await startTestSandbox({ delaysMs: { sent: 10_000 } })
  const made = await sandbox.client.messages.create({ from: smsSender, to: number, body: 'x', validityPeriod: 5 })
  await sandbox.carrier.control.forward(5_000)
  const { status, errorCode } = await sandbox.client.messages(made.sid).fetch()
  assert.deepEqual([status, errorCode], ['failed', 30036])
})
