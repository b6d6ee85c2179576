// Tests of phone numbers: list, search, purchase, change and release.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { smsSender, startTestSandbox } from './harness.ts'

test('the numbers of the settings belong to the account', async () => {
  await using sandbox = await startTestSandbox()
  const [number, ...others] = await sandbox.client.incomingPhoneNumbers.list()
  assert.equal(others.length, 0)
  assert.equal(number!.phoneNumber, smsSender)
  assert.match(number!.sid, /^PN[0-9a-f]{32}$/)
  assert.deepEqual({ ...number!.capabilities }, { voice: true, sms: true, mms: true, fax: false })
  assert.equal((await sandbox.client.incomingPhoneNumbers.list({ phoneNumber: '+1999' })).length, 0)
})

test('a number is found, bought, changed and released', async () => {
  await using sandbox = await startTestSandbox()
  const { client } = sandbox
  const found = await client.availablePhoneNumbers('US').local.list({ areaCode: 212, contains: '55501*7' })
  assert.ok(found.length > 0)
  assert.ok(found.every(({ phoneNumber }) => /^\+121255501\d7$/.test(phoneNumber)))
  const { phoneNumber } = found[0]!
  const bought = await client.incomingPhoneNumbers.create({ phoneNumber, voiceUrl: 'https://example.com/voice' })
  assert.equal(bought.voiceUrl, 'https://example.com/voice')
  await assert.rejects(client.incomingPhoneNumbers.create({ phoneNumber }), { code: 21422 })
  const again = await client.availablePhoneNumbers('US').local.list({ areaCode: 212, contains: '55501*7' })
  assert.ok(again.every((one) => one.phoneNumber !== phoneNumber))
  const changed = await client
    .incomingPhoneNumbers(bought.sid)
    .update({ friendlyName: 'Reception', voiceUrl: '', statusCallback: 'https://example.com/status' })
  assert.deepEqual(
    [changed.sid, changed.friendlyName, changed.voiceUrl, changed.statusCallback],
    [bought.sid, 'Reception', '', 'https://example.com/status'],
  )
  assert.equal((await client.incomingPhoneNumbers(bought.sid).fetch()).friendlyName, 'Reception')
  await client.incomingPhoneNumbers(bought.sid).remove()
  await assert.rejects(client.incomingPhoneNumbers(bought.sid).fetch(), { code: 20404 })
})

test('a number without SMS shows that, and cannot send any', async () => {
  await using sandbox = await startTestSandbox()
  const { client } = sandbox
  const [offered] = await client.availablePhoneNumbers('GB').local.list({ limit: 1 })
  const bought = await client.incomingPhoneNumbers.create({ phoneNumber: offered!.phoneNumber })
  assert.deepEqual({ ...bought.capabilities }, { voice: true, sms: false, mms: false, fax: false })
  const sent = client.messages.create({ from: bought.phoneNumber, to: '+447700900123', body: 'x' })
  await assert.rejects(sent, { code: 21606 })
})

test('an SMS is posted to the URL of its number, in place of the one in the settings', async () => {
  await using sandbox = await startTestSandbox()
  const [number] = await sandbox.client.incomingPhoneNumbers.list()
  const smsUrl = `${sandbox.receiver.url}/of-number`
  await sandbox.client.incomingPhoneNumbers(number!.sid).update({ smsUrl })
  await sandbox.carrier.phones.send({ from: '+447700900123', to: smsSender, body: 'Hi', channel: 'sms' })
  assert.deepEqual(
    sandbox.receiver.received.map(({ path }) => path),
    ['/of-number'],
  )
})

test('a number that is invalid or not on offer is not sold', async () => {
  await using sandbox = await startTestSandbox()
  const { client } = sandbox
  await assert.rejects(client.incomingPhoneNumbers.create({ phoneNumber: '+12025550199' }), { code: 21422 })
  await assert.rejects(client.incomingPhoneNumbers.create({ phoneNumber: 'none' }), { code: 21421 })
  await assert.rejects(client.availablePhoneNumbers('XX').local.list(), { code: 20404 })
  const [number] = await client.incomingPhoneNumbers.list()
  await assert.rejects(client.incomingPhoneNumbers(number!.sid).update({ voiceUrl: 'nowhere' }), { code: 20001 })
})

test('a number is bought by area code', async () => {
  await using sandbox = await startTestSandbox()
  const { phoneNumber } = await sandbox.client.incomingPhoneNumbers.create({ areaCode: '415' })
  assert.match(phoneNumber, /^\+141555501\d\d$/)
})
