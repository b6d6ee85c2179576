// Tests of the Senders API and the typing indicator.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { customer, sender, smsSender, startTestSandbox } from './harness.ts'

const root = '/v2/Channels/Senders'

describe('a sender', () => {
  test('is registered with 202 and goes online with the lowest limit', async () => {
    await using sandbox = await startTestSandbox({ delaysMs: { registration: 1_000 } })
    const request = {
      sender_id: 'whatsapp:+15017122661',
      configuration: { waba_id: '42' },
      webhook: { callback_url: 'https://a.example/in' },
      profile: { name: 'Shop' },
    }
    const { status, body: made } = await sandbox.call('POST', root, request)
    assert.match(made.sid, /^XE[0-9a-f]{32}$/)
    assert.deepEqual([status, made.status, made.properties, made.offline_reasons], [202, 'CREATING', null, null])
    const second = await sandbox.call('POST', root, { sender_id: 'whatsapp:+15017122662' })
    assert.equal(second.status, 400, 'one at a time')
    await sandbox.carrier.control.forward(1_000)
    const online = await sandbox.client.messaging.v2.channelsSenders(made.sid).fetch()
    assert.equal(online.status, 'ONLINE')
    const { qualityRating, messagingLimit } = online.properties
    assert.deepEqual([qualityRating, messagingLimit], ['HIGH', '250 Customers/24hr'])
    assert.equal(online.webhook.callbackUrl, 'https://a.example/in')
  })

  test('requires a verification code if the settings say so', async () => {
    await using sandbox = await startTestSandbox({ verifySenders: true })
    const { sid } = (await sandbox.call('POST', root, { sender_id: 'whatsapp:+15017122661' })).body
    await sandbox.carrier.control.settled()
    const status = async () => (await sandbox.client.messaging.v2.channelsSenders(sid).fetch()).status
    assert.equal(await status(), 'PENDING_VERIFICATION')
    const verify = (code: string) =>
      sandbox.call('POST', `${root}/${sid}`, { configuration: { verification_code: code } })
    assert.equal((await verify('12')).status, 400)
    assert.equal((await verify('123456')).body.status, 'VERIFYING')
    await sandbox.carrier.control.settled()
    assert.equal(await status(), 'ONLINE')
  })

  test('is updated with 202; omitted parts are null in the response', async () => {
    await using sandbox = await startTestSandbox()
    const [one] = await sandbox.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' })
    const webhook = { callback_url: 'https://a.example/in' }
    const { status, body } = await sandbox.call('POST', `${root}/${one!.sid}`, { webhook })
    assert.equal(status, 202)
    assert.deepEqual(body, { ...body, status: 'ONLINE:UPDATING', profile: null, configuration: null })
    await sandbox.carrier.control.settled()
    const fetched = await sandbox.client.messaging.v2.channelsSenders(one!.sid).fetch()
    assert.deepEqual([fetched.status, fetched.profile.name], ['ONLINE', 'Sandbox'])
    assert.equal((await sandbox.call('PUT', `${root}/${one!.sid}`, {})).status, 405)
    assert.equal((await sandbox.call('DELETE', `${root}/${one!.sid}`)).status, 204)
    assert.equal((await sandbox.call('GET', `${root}/${one!.sid}`)).status, 404)
  })

  test('shows the reason for being offline, with its code as a string, and can have no properties', async () => {
    await using sandbox = await startTestSandbox()
    const change = { status: 'OFFLINE', offlineCode: 63020, messagingLimit: null, quality: null } as const
    sandbox.carrier.control.changeSender(smsSender, change)
    const { senders } = (await sandbox.call('GET', `${root}?Channel=whatsapp`)).body
    const { status, offline_reasons, properties } = senders[0]
    assert.equal(properties, null)
    const { code, more_info } = offline_reasons[0]
    assert.deepEqual([status, code, more_info], ['OFFLINE', '63020', 'https://www.twilio.com/docs/errors/63020'])
  })

  test('is rejected without a valid and unused sender_id, or with a webhook that is a string', async () => {
    await using sandbox = await startTestSandbox()
    const webhook = { sender_id: 'whatsapp:+15017122661', webhook: 'https://a.example' }
    const ids = ['+15017122661', 'whatsapp:shop', sender].map((sender_id) => ({ sender_id }))
    for (const body of [{}, ...ids, webhook]) assert.equal((await sandbox.call('POST', root, body)).status, 400)
  })
})

test('the list of senders requires a channel and has 20 entries per page', async () => {
  const senders = Array.from({ length: 25 }, (_, at) => ({ number: `+141552388${String(at).padStart(2, '0')}` }))
  await using sandbox = await startTestSandbox({ senders })
  assert.equal((await sandbox.call('GET', root)).status, 400)
  const page = (await sandbox.call('GET', `${root}?Channel=whatsapp`)).body
  assert.deepEqual([page.senders.length, page.meta.page_size, page.meta.key], [20, 20, 'senders'])
  assert.match(page.meta.next_page_url, /Channel=whatsapp/)
  assert.equal((await sandbox.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' })).length, 25)
  assert.deepEqual((await sandbox.call('GET', `${root}?Channel=rcs`)).body.senders, [])
})

test('the typing indicator accepts an inbound message', async () => {
  await using sandbox = await startTestSandbox()
  const { message } = await sandbox.carrier.phones.send({ from: customer, to: sender, body: 'Hi' })
  const type = (messageId: string, channel = 'whatsapp') =>
    sandbox.call('POST', '/v2/Indicators/Typing.json', new URLSearchParams({ messageId, channel }))
  const shown = await type(message.sid)
  assert.deepEqual([shown.status, shown.body], [200, { success: true }])
  assert.equal((await type(`SM${'0'.repeat(32)}`)).status, 404)
  assert.equal((await type(message.sid, 'sms')).status, 400)
})
