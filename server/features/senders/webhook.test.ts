// The inbound webhook of a sender at the carrier: how Parley sets, checks and replaces it.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '#testing/app/test-app.ts'
import { inboundUrlOf, registerSender } from '#testing/features/senders.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp({ carrier: { inboundUrl: undefined } })
after(() => parley[Symbol.asyncDispose]())

const sandboxNumber = '+14155238886'
let numbers = 0
/** Adds a number to the carrier, with an inbound webhook if `callbackUrl` is given. */
function newNumber(callbackUrl?: string): string {
  const number = `+1415557${String(++numbers).padStart(4, '0')}`
  parley.carrier.control.addSender({ number, callbackUrl, statusCallbackUrl: 'https://else.example/status' })
  return number
}

const ours = inboundUrlOf(parley.app.context)
const webhookOf = (number: string) => parley.carrier.control.changeSender(number, {}).webhook

/** Returns the status of Parley's response. */
const sendMessage = async ({ carrier }: TestApp, number: string) =>
  (await carrier.phones.send({ from: 'whatsapp:+447700900123', to: `whatsapp:${number}`, body: 'Hi' })).webhook

async function register(number: string, app = parley) {
  const owner = await app.createAccount()
  const data = await registerSender(app, owner, number)
  const isOk = async () => (await owner.client.senders.get({ id: data.id })).data.webhook_ok
  return { ...owner, data, isOk }
}

describe('the inbound webhook of a sender', () => {
  it('is set if the sender has none, and receives messages', async () => {
    const number = newNumber()
    const { data } = await register(number)
    assert.deepEqual([data.webhook_ok, data.inbound_webhook_url], [true, ours])
    const { callback_url, status_callback_url } = webhookOf(number)
    assert.deepEqual([callback_url, status_callback_url], [ours, 'https://else.example/status'])
    assert.equal(await sendMessage(parley, number), 200)
  })

  it('receives messages whether or not the carrier signs the fragment of its URL', async () => {
    await using signing = await startTestApp({ carrier: { inboundUrl: undefined, signFragment: true } })
    const { data } = await register(sandboxNumber, signing)
    assert.equal(data.webhook_ok, true)
    assert.equal(await sendMessage(signing, sandboxNumber), 200)
  })

  it('with another URL is reported, and replaced only on request', async () => {
    const number = newNumber('https://else.example/in')
    const { client, data, isOk } = await register(number)
    assert.equal(data.webhook_ok, false)
    await client.senders.sync()
    assert.deepEqual([await isOk(), webhookOf(number)['callback_url']], [false, 'https://else.example/in'])
    const { message, data: updated } = await client.senders.setWebhook({ id: data.id })
    assert.deepEqual([message, updated.webhook_ok], ['Webhook set successfully', true])
    assert.equal(webhookOf(number)['callback_url'], ours)
    await client.senders.sync()
    assert.equal(await isOk(), true)
  })

  it('is recognized without its retry settings, but not with the method GET', async () => {
    const number = newNumber(ours.replace(/#.*/, ''))
    const { client, isOk } = await register(number)
    assert.equal(await isOk(), true)
    parley.carrier.control.changeSender(number, { webhook: { callback_method: 'GET' } })
    await client.senders.sync()
    assert.equal(await isOk(), false)
  })

  it('is set by the next synchronization if it could not be set at the registration', async () => {
    const number = newNumber()
    const faults = [{ fault: 'error-before-accept' as const }]
    parley.carrier.control.script({ faults, on: 'POST /v2/Channels/Senders', times: 10 })
    const { client, data, isOk } = await register(number)
    assert.deepEqual([data.status, data.webhook_ok], ['online', false])
    await assert.rejects(client.senders.setWebhook({ id: data.id }), ({ status }) => status === 503)
    await parley.carrier.control.reset()
    await client.senders.sync()
    assert.deepEqual([await isOk(), webhookOf(number)['callback_url']], [true, ours])
  })

  it('is not set if the carrier cannot reach the public URL of the installation', async () => {
    await using far = await startTestApp({ carrier: { inboundUrl: undefined }, settings: { carrierIsLocal: false } })
    const { client, data } = await register(sandboxNumber, far)
    assert.equal(data.webhook_ok, false)
    const error = 'The carrier cannot reach the address of this installation. Its operator has to set PUBLIC_URL.'
    const expected = refusedWith(422, { success: false, error, error_code: 'PUBLIC_URL_PRIVATE' })
    await assert.rejects(client.senders.setWebhook({ id: data.id }), expected)
  })
})
