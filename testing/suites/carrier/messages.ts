// Tests how a carrier adapter sends and finds messages, and fetches the media of customers.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import { accountOf, type CarrierSetup, from, mediaUrl, type OpenCarrierSetup, secretText, text, to } from './setup.ts'

const idsOf = (found: { externalId: string }[]) => found.map(({ externalId }) => externalId)

export function messagesSuite(open: OpenCarrierSetup): void {
  test('a text reaches the phone, and every status update is reported', async () => {
    await using receiver = await openReceiver(() => ({ status: 204 }))
    await using setup = await open({ publicUrl: receiver.url })
    await setup.sandbox.phones.send({ from: to, to: from, body: 'Hi' })
    const sent = await setup.carrier.sendMessage(accountOf(setup), text())
    assert.equal(sent.status, 'queued')
    const arrived = await setup.sandbox.phones.waitFor(to)
    assert.deepEqual([arrived.sid, arrived.body, arrived.from], [sent.externalId, secretText, `whatsapp:${from}`])
    await receiver.received(1)
    assert.ok(receiver.requests.every(({ path }) => path.endsWith('/a-message/secret')))
  })

  test('a medium reaches the phone with its caption, and without one', async () => {
    await using setup = await open()
    await using files = await openReceiver(() => ({ headers: { 'content-type': 'image/png' }, body: 'png' }))
    for (const caption of ['Look, ä & ü + 100 %', undefined]) {
      const content = { kind: 'media', mediaUrl: `${files.url}/a%20b.png?x=1&y=2`, caption } as const
      const { externalId: sid } = await setup.carrier.sendMessage(accountOf(setup), text({ content }))
      const message = setup.sandbox.messages().find((one) => one.sid === sid)
      assert.equal(message?.body, caption ?? '')
      assert.deepEqual(message?.mediaUrls, [content.mediaUrl])
    }
  })

  test('a template reaches the phone with every placeholder filled', async () => {
    await using setup = await open()
    const filled = setup.sandbox.control.addTemplate({
      name: 'order_left',
      body: 'Hello {{1}}, your order {{2}} has left us today, thank you.',
      variables: { 1: 'Ann', 2: '17' },
    })
    const plain = setup.sandbox.control.addTemplate({ name: 'plain', body: 'Hello there, good morning.' })
    const variables = { 1: 'Jürgen "J" \\ 😀', 2: '&=+%' }
    for (const [template, values, body] of [
      [filled, variables, 'Hello Jürgen "J" \\ 😀, your order &=+% has left us today, thank you.'],
      [plain, {}, 'Hello there, good morning.'],
    ] as const) {
      const content = { kind: 'template', templateExternalId: template.sid, variables: values } as const
      const { externalId: sid } = await setup.carrier.sendMessage(accountOf(setup), text({ content }))
      assert.equal((await setup.sandbox.phones.waitFor(to, (one) => one.sid === sid)).body, body)
    }
  })

  test('an SMS is sent as an SMS', async () => {
    await using setup = await open()
    const { externalId: sid } = await setup.carrier.sendMessage(accountOf(setup), text({ channel: 'sms' }))
    const arrived = await setup.sandbox.phones.waitFor(to)
    assert.deepEqual([arrived.sid, arrived.from, arrived.to], [sid, from, to])
    const found = await setup.carrier.findMessage(accountOf(setup), sid)
    assert.deepEqual([found?.from, found?.to], [from, to])
  })

  test('a customer without a number is addressed by the user id of their message', async () => {
    await using setup = await open()
    const user = 'ID.4500000000000001'
    await setup.sandbox.phones.send({ from: `whatsapp:${user}`, to: from, body: 'Hi' })
    const { externalId: sid } = await setup.carrier.sendMessage(accountOf(setup), text({ to: user }))
    assert.equal((await setup.carrier.findMessage(accountOf(setup), sid))?.to, user)
  })

  test('concurrent messages each get their own response', async () => {
    await using setup = await open()
    const bodies = Array.from({ length: 300 }, (_, index) => `Message ${index}`)
    const send = async (body: string) => {
      const { externalId: sid } = await setup.carrier.sendMessage(
        accountOf(setup),
        text({ content: { kind: 'text', body } }),
      )
      assert.equal(setup.sandbox.messages().find((message) => message.sid === sid)?.body, body)
    }
    await Promise.all(bodies.map(send))
  })

  test('a message is found by its sid alone', async () => {
    await using setup = await open()
    const { externalId: sid } = await setup.carrier.sendMessage(accountOf(setup), text())
    await setup.sandbox.control.forward(60_000)
    const found = await setup.carrier.findMessage(accountOf(setup), sid)
    assert.ok(found && Math.abs(found.createdAt.getTime() - setup.sandbox.control.now().getTime()) < 90_000)
    const { createdAt: _, errorMessage: __, ...rest } = found
    const sent = { externalId: sid, from, to, body: secretText, mediaCount: 0 }
    assert.deepEqual(rest, { ...sent, status: 'failed', failureReason: 'outside_window', errorCode: 63016 })
    for (const other of [`SM${'0'.repeat(32)}`, '', 'SM1', `../${sid}`, `${sid}.json`, `${sid}?x`]) {
      assert.equal(await setup.carrier.findMessage(accountOf(setup), other), undefined, other)
    }
  })

  test('the messages between two numbers are listed newest first across all pages', async () => {
    await using setup = await open()
    const account = accountOf(setup)
    const since = new Date()
    const sids: string[] = []
    for (let index = 0; index < 230; index++) {
      sids.push((await setup.carrier.sendMessage(account, text())).externalId)
      if (index % 10 === 0) await setup.carrier.sendMessage(account, text({ to: '+4915100000000' }))
      if (index % 10 === 1) await setup.carrier.sendMessage(account, text({ channel: 'sms' }))
    }
    await setup.sandbox.phones.send({ from: to, to: from, body: 'Hi' })
    const list = (channel: 'chatapp' | 'sms', since: Date) =>
      setup.carrier.listMessages(account, { channel, from, to, since })
    const found = await list('chatapp', since)
    assert.deepEqual(idsOf(found), sids.toReversed())
    assert.equal((await list('sms', since)).length, 23)
    assert.deepEqual(await list('chatapp', new Date(Date.now() + 60_000)), [])
  })

  test('messages before the requested time are left out, except those of the same second', async () => {
    await using setup = await open()
    const account = accountOf(setup)
    const send = async () => (await setup.carrier.sendMessage(account, text())).externalId
    await send()
    await setup.sandbox.control.forward(10_000)
    const since = setup.sandbox.control.now()
    const recent = [await send()]
    await setup.sandbox.control.forward(10_000)
    recent.unshift(await send())
    const found = await setup.carrier.listMessages(account, { channel: 'chatapp', from, to, since })
    assert.deepEqual(idsOf(found), recent)
  })

  test('a medium is fetched byte for byte, and the file server receives no credentials', async () => {
    await using setup = await open()
    const bytes = randomBytes(300_000)
    const url = await receiveMedia(setup, { contentType: 'image/jpeg', bytes })
    const fetched = await setup.carrier.fetchMedia(accountOf(setup), url, bytes.length)
    assert.equal(fetched.contentType, 'image/jpeg')
    assert.ok(bytes.equals(fetched.body))
    const fileRequests = setup.sandbox.requests.filter(({ path }) => path.startsWith('/media/'))
    assert.ok(fileRequests.every(({ user }) => user === undefined))
  })

  test('the media of a message are listed as in its webhook', async () => {
    await using setup = await open()
    const bytes = Buffer.from('89504e470d0a1a0a', 'hex')
    const media = [{ contentType: 'image/png', bytes }]
    const { message } = await setup.sandbox.phones.send({ from: to, to: from, media })
    const pair = { channel: 'chatapp' as const, to: from, since: new Date(0) }
    const account = accountOf(setup)
    const [listed] = await setup.carrier.listMessages(account, pair)
    assert.deepEqual([listed?.externalId, listed?.mediaCount], [message.sid, 1])
    const [found, ...others] = await setup.carrier.listMedia(account, message.sid)
    assert.deepEqual([found?.contentType, others], ['image/png', []])
    assert.deepEqual((await setup.carrier.fetchMedia(account, found!.url, 100)).body, bytes)
  })

  test('a medium that is too large, deleted or on another host is refused', async () => {
    await using setup = await open()
    await using elsewhere = await openReceiver()
    const url = await receiveMedia(setup, { contentType: 'video/mp4', bytes: randomBytes(300_000) })
    const codeOf = async (address: string, maxBytes: number) => {
      const error = await failureOf(setup.carrier.fetchMedia(accountOf(setup), address, maxBytes))
      assert.equal(error.retryable, false)
      return error.code
    }
    assert.equal(await codeOf(url, 299_999), 'too_large')
    assert.equal(await codeOf(mediaUrl(setup), 1_000), '20404')
    assert.equal(await codeOf(`${elsewhere.url}${new URL(url).pathname}`, 1_000), 'address_refused')
    assert.equal(await codeOf('http://169.254.169.254/latest/meta-data', 1_000), 'address_refused')
    assert.equal(await codeOf('not an address', 1_000), 'address_refused')
    assert.equal(elsewhere.requests.length, 0)
  })
}

async function receiveMedia(
  { sandbox }: CarrierSetup,
  medium: { contentType: string; bytes: Buffer },
): Promise<string> {
  const { message } = await sandbox.phones.send({ from: to, to: from, media: [medium] })
  const path = `/2010-04-01/Accounts/${sandbox.accountSid}/Messages/${message.sid}/Media/${message.mediaSids[0]}`
  return sandbox.baseUrl + path
}
