// Where the carrier takes what people write to a sender: looked at, entered where nothing is, replaced when asked to.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { inboundWebhookUrl } from './index.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: { inboundUrl: undefined } })
})
after(() => parley[Symbol.asyncDispose]())

let numbers = 0
/** A number that the carrier knows, with what stands there. */
function newNumber(callbackUrl?: string): string {
  const number = `+1415557${String(++numbers).padStart(4, '0')}`
  parley.carrier.control.addSender({ number, callbackUrl, statusCallbackUrl: 'https://else.example/status' })
  return number
}

const ours = () => inboundWebhookUrl(parley.app.context.settings)
/** What stands at the carrier. */
const callbackOf = (number: string) => parley.carrier.control.changeSender(number, {}).webhook['callback_url']
const failSetting = () =>
  parley.carrier.control.script({
    faults: [{ fault: 'error-before-accept' }],
    on: 'POST /v2/Channels/Senders',
    times: 10,
  })

async function register(number: string) {
  const holder = await parley.createAccount()
  const { data } = await holder.client.senders.create({ phone_number: number, display_name: 'Shop' })
  const see = async () => (await holder.client.senders.get({ id: data.id })).data.webhook_ok
  return { ...holder, data, see }
}

describe('the inbound webhook of a sender', () => {
  it('is entered where none is set, and brings what people write', async () => {
    const number = newNumber()
    const { data } = await register(number)
    assert.deepEqual([data.webhook_ok, data.inbound_webhook_url], [true, ours()])
    assert.equal(callbackOf(number), ours())
    const { webhook } = parley.carrier.control.changeSender(number, {})
    assert.equal(webhook['status_callback_url'], 'https://else.example/status')
    const told = await parley.carrier.phones.send({
      from: 'whatsapp:+447700900123',
      to: `whatsapp:${number}`,
      body: 'Hi',
    })
    assert.equal(told.webhook, 200)
  })

  it('is believed whether or not the carrier signs how often it is to try again', async () => {
    await using signing = await startTestApp({ carrier: { inboundUrl: undefined, signFragment: true } })
    const { client } = await signing.createAccount()
    const { data } = await client.senders.create({ phone_number: '+14155238886', display_name: 'Shop' })
    assert.equal(data.webhook_ok, true)
    const told = await signing.carrier.phones.send({
      from: 'whatsapp:+447700900124',
      to: 'whatsapp:+14155238886',
      body: 'Hi',
    })
    assert.equal(told.webhook, 200)
  })

  it('of somebody else is told of and left alone, until its holder wants it here', async () => {
    const number = newNumber('https://else.example/in')
    const { client, data, see } = await register(number)
    assert.equal(data.webhook_ok, false)
    await client.senders.sync()
    assert.deepEqual([await see(), callbackOf(number)], [false, 'https://else.example/in'])
    const { message, data: set } = await client.senders.setWebhook({ id: data.id })
    assert.deepEqual([message, set.webhook_ok], ['Webhook set successfully', true])
    assert.equal(callbackOf(number), ours())
    await client.senders.sync()
    assert.equal(await see(), true)
  })

  it('counts as ours however often it is tried again, and not when it is asked for by GET', async () => {
    const number = newNumber(ours().replace(/#.*/, ''))
    const { client, see } = await register(number)
    assert.equal(await see(), true)
    parley.carrier.control.changeSender(number, { webhook: { callback_method: 'GET' } })
    await client.senders.sync()
    assert.equal(await see(), false)
  })

  it('that could not be entered keeps nobody from registering, and is entered at the next sync', async () => {
    const number = newNumber()
    failSetting()
    const { client, data, see } = await register(number)
    assert.deepEqual([data.status, data.webhook_ok], ['online', false])
    await assert.rejects(
      client.senders.setWebhook({ id: data.id }),
      (error: { status: number }) => error.status === 503,
    )
    await parley.carrier.control.reset()
    await client.senders.sync()
    assert.deepEqual([await see(), callbackOf(number)], [true, ours()])
  })
})

describe('with a public address that the carrier cannot reach', () => {
  it('nothing is entered, and the holder hears why', async () => {
    await using far = await startTestApp({ carrier: { inboundUrl: undefined }, settings: { carrierIsLocal: false } })
    const { client } = await far.createAccount()
    const { data } = await client.senders.create({ phone_number: '+14155238886', display_name: 'Shop' })
    assert.equal(data.webhook_ok, false)
    await assert.rejects(
      client.senders.setWebhook({ id: data.id }),
      refusedWith(422, {
        success: false,
        error: 'The carrier cannot reach the address of this installation. Its operator has to set PUBLIC_URL.',
        error_code: 'PUBLIC_URL_PRIVATE',
      }),
    )
  })
})
