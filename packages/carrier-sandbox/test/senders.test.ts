// Tests of the Senders API and the typing indicator.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { person, sender, startTestSandbox } from './harness.ts'

type Fields = Record<string, unknown>
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
    const reply = await sandbox.call('POST', root, request)
    const made = (await reply.json()) as Fields
    assert.equal(reply.status, 202)
    assert.match(String(made['sid']), /^XE[0-9a-f]{32}$/)
    assert.deepEqual([made['status'], made['properties'], made['offline_reasons']], ['CREATING', null, null])
    const second = await sandbox.call('POST', root, { sender_id: 'whatsapp:+15017122662' })
    assert.equal(second.status, 400, 'one at a time')
    await sandbox.carrier.control.forward(1_000)
    const online = await sandbox.client.messaging.v2.channelsSenders(String(made['sid'])).fetch()
    assert.equal(online.status, 'ONLINE')
    const { qualityRating, messagingLimit } = online.properties
    assert.deepEqual([qualityRating, messagingLimit], ['HIGH', '250 Customers/24hr'])
    assert.equal(online.webhook.callbackUrl, 'https://a.example/in')
  })

  test('requires a verification code if the settings say so', async () => {
    await using sandbox = await startTestSandbox({ verifySenders: true })
    const reply = await sandbox.call('POST', root, { sender_id: 'whatsapp:+15017122661' })
    const { sid } = (await reply.json()) as { sid: string }
    await sandbox.carrier.control.settled()
    const status = async () => (await sandbox.client.messaging.v2.channelsSenders(sid).fetch()).status
    assert.equal(await status(), 'PENDING_VERIFICATION')
    assert.equal(
      (await sandbox.call('POST', `${root}/${sid}`, { configuration: { verification_code: '12' } })).status,
      400,
    )
    const verifying = await sandbox.call('POST', `${root}/${sid}`, { configuration: { verification_code: '123456' } })
    assert.equal(((await verifying.json()) as Fields)['status'], 'VERIFYING')
    await sandbox.carrier.control.settled()
    assert.equal(await status(), 'ONLINE')
  })

  test('is updated with 202; omitted parts are null in the response', async () => {
    await using sandbox = await startTestSandbox()
    const [one] = await sandbox.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' })
    const reply = await sandbox.call('POST', `${root}/${one!.sid}`, {
      webhook: { callback_url: 'https://a.example/in' },
    })
    const changed = (await reply.json()) as Fields
    assert.deepEqual(
      [reply.status, changed['status'], changed['profile'], changed['configuration']],
      [202, 'ONLINE:UPDATING', null, null],
    )
    await sandbox.carrier.control.settled()
    const fetched = await sandbox.client.messaging.v2.channelsSenders(one!.sid).fetch()
    assert.deepEqual([fetched.status, fetched.profile.name], ['ONLINE', 'Sandbox'])
    assert.equal((await sandbox.call('PUT', `${root}/${one!.sid}`, {})).status, 405)
    assert.equal((await sandbox.call('DELETE', `${root}/${one!.sid}`)).status, 204)
    assert.equal((await sandbox.call('GET', `${root}/${one!.sid}`)).status, 404)
  })

  test('shows the reason for being offline, with its code as a string', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.carrier.control.changeSender('+14155238886', { status: 'OFFLINE', offlineCode: 63020 })
    const [one] = ((await (await sandbox.call('GET', `${root}?Channel=whatsapp`)).json()) as { senders: Fields[] })
      .senders
    const [reason] = one!['offline_reasons'] as Fields[]
    assert.deepEqual([one!['status'], reason!['code']], ['OFFLINE', '63020'])
    assert.equal(reason!['more_info'], 'https://www.twilio.com/docs/errors/63020')
  })

  test('can have no properties', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.carrier.control.changeSender('+14155238886', { messagingLimit: null, quality: null })
    const [one] = await sandbox.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' })
    assert.equal(one!.properties, null)
  })

  for (const [why, request] of [
    ['no sender_id', {}],
    ['an SMS address', { sender_id: '+15017122661' }],
    ['an invalid address', { sender_id: 'whatsapp:shop' }],
    ['an existing sender', { sender_id: sender }],
    ['a webhook that is a string', { sender_id: 'whatsapp:+15017122661', webhook: 'https://a.example' }],
  ] as const) {
    test(`is rejected with ${why}`, async () => {
      await using sandbox = await startTestSandbox()
      assert.equal((await sandbox.call('POST', root, request)).status, 400)
    })
  }
})

test('the list of senders requires a channel and has 20 entries per page', async () => {
  const senders = Array.from({ length: 25 }, (_, at) => ({ number: `+141552388${String(at).padStart(2, '0')}` }))
  await using sandbox = await startTestSandbox({ senders })
  const without = await sandbox.call('GET', root)
  assert.equal(without.status, 400)
  const page = (await (await sandbox.call('GET', `${root}?Channel=whatsapp`)).json()) as {
    senders: Fields[]
    meta: Fields
  }
  assert.deepEqual([page.senders.length, page.meta['page_size'], page.meta['key']], [20, 20, 'senders'])
  assert.match(String(page.meta['next_page_url']), /Channel=whatsapp/)
  assert.equal((await sandbox.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' })).length, 25)
  const rcs = (await (await sandbox.call('GET', `${root}?Channel=rcs`)).json()) as { senders: Fields[] }
  assert.equal(rcs.senders.length, 0)
})

test('the typing indicator accepts an inbound message', async () => {
  await using sandbox = await startTestSandbox()
  const { message } = await sandbox.carrier.phones.send({ from: person, to: sender, body: 'Hi' })
  const type = (messageId: string, channel = 'whatsapp') =>
    sandbox.call('POST', '/v2/Indicators/Typing.json', new URLSearchParams({ messageId, channel }))
  const shown = await type(message.sid)
  assert.deepEqual([shown.status, await shown.json()], [200, { success: true }])
  assert.equal((await type(`SM${'0'.repeat(32)}`)).status, 404)
  assert.equal((await type(message.sid, 'sms')).status, 400)
})
