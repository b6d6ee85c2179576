// Tests of the state that survives a restart.
import assert from 'node:assert/strict'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { customer, number, sender, smsSender, startTestSandbox } from './harness.ts'

test('a restart keeps everything except logs and settings, and continues interrupted deliveries and reviews', async () => {
  const state = await mkdtemp(join(tmpdir(), 'parley-sandbox-'))
  try {
    const before = await startTestSandbox({ delaysMs: { sent: 60_000, verdict: 60_000 } }, { state })
    const { accountSid, authToken, control, phones } = before.carrier
    const { sid: hi } = control.addTemplate({ name: 'hi', body: 'Hello from us' })
    control.addTemplate({ name: 'ho', body: 'Hello from us', status: 'pending' })
    const bytes = Buffer.from([0xff, 0xd8, 0xff])
    await phones.send({ from: customer, to: sender, body: 'Hi', media: [{ contentType: 'image/jpeg', bytes }] })
    await phones.send({ from: customer, to: smsSender, body: 'STOP', channel: 'sms' })
    await control.forward(3_600_000)
    const waiting = await before.client.messages.create({ from: sender, to: customer, body: 'Hello' })
    const gone = await before.client.messages.create({ from: sender, to: customer, contentSid: hi })
    await control.forward(60_000)
    await before.client.messages(gone.sid).remove()
    const late = await before.client.messages.create({ from: sender, to: customer, body: 'Later' })
    const now = control.now()
    await before[Symbol.asyncDispose]()
    await appendFile(join(state, 'sandbox.jsonl'), '["message","SMtorn",{"sid":')

    await using after = await startTestSandbox({}, { state })
    const { carrier } = after
    assert.deepEqual([carrier.accountSid, carrier.authToken], [accountSid, authToken])
    assert.ok(carrier.control.now() >= now)
    assert.equal((await after.client.messages(waiting.sid).fetch()).status, 'read')
    await assert.rejects(after.client.messages(gone.sid).fetch(), { code: 20404 })
    await carrier.control.settled()
    assert.equal((await after.client.messages(late.sid).fetch()).status, 'read')
    for (const name of [hi, 'ho']) assert.equal(carrier.control.findTemplate(name)!.approval!.status, 'approved')
    const [inbound] = carrier.phones.thread(customer)
    const [media] = await after.client.messages(inbound!.sid).media.list()
    assert.equal(media!.contentType, 'image/jpeg')
    assert.equal((await after.send({ From: smsSender, To: number, Body: 'x' })).status, 400)
    assert.equal((await after.send({ From: sender, To: customer, Body: 'x' })).status, 201)
    assert.equal((await after.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' })).length, 1)
  } finally {
    await rm(state, { recursive: true, force: true })
  }
})

test('without a state folder, every sandbox has its own random account', async () => {
  await using one = await startTestSandbox()
  await using other = await startTestSandbox()
  assert.notEqual(one.carrier.authToken, other.carrier.authToken)
  assert.match(one.carrier.accountSid, /^AC[0-9a-f]{32}$/)
})

test('the oldest messages and requests are removed', async () => {
  await using sandbox = await startTestSandbox({ remembered: 20 })
  for (let index = 0; index < 50; index++) await sandbox.send({ From: smsSender, To: number, Body: `${index}` })
  assert.deepEqual([sandbox.carrier.messages().length, sandbox.carrier.messages()[0]!.body], [20, '30'])
  assert.equal(sandbox.carrier.phones.thread(number).length, 20)
  assert.ok(sandbox.carrier.requests.length <= 32)
  assert.ok(sandbox.carrier.requests.at(-1)!.body.endsWith('Body=49'))
})
