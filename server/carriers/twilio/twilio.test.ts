// Tests of the Twilio adapter against the sandbox carrier, including webhooks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSandboxCarrier } from '@parley/carrier-sandbox'
import { formOf } from '#server/platform/http/bodies/form-body.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { accountOf, type CarrierSetupOptions, nowhere, text } from '#testing/suites/carrier/setup.ts'
import { carrierSuite } from '#testing/suites/carrier.ts'
import { voiceCarrierSuite } from '#testing/suites/voice-carrier.ts'
import { connectStream, hangUp, rejectCall } from './calls/twiml.ts'
import { readCallUpdate, readDecision, readInboundCall, readMachineDetection } from './calls/voice-webhooks.ts'
import { twilio } from './index.ts'
import { parseInboundMessage, parseStatusUpdate } from './messaging/inbound.ts'
import { verifyTwilioWebhook } from './webhooks/signature.ts'

const log = createLog({ level: 'silent', pretty: false })

const callDelaysMs = { dialling: 5, answer: 5, machineDetection: 5 }

async function openBoth({ settings, timeoutMs, publicUrl = nowhere }: CarrierSetupOptions = {}) {
  const stack = new AsyncDisposableStack()
  const delaysMs = {
    sent: 5,
    delivered: 5,
    read: 5,
    pending: 5,
    verdict: 5,
    registration: 5,
    retry: 5,
    ...callDelaysMs,
  }
  const sandbox = stack.use(
    await openSandboxCarrier({ log, settings: { ...settings, delaysMs: { ...delaysMs, ...settings?.delaysMs } } }),
  )
  const carrier = stack.use(twilio.open({ publicUrl, apiBaseUrl: sandbox.baseUrl, timeoutMs, log }))
  return { carrier, sandbox, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const open = async (options?: CarrierSetupOptions) => {
  const { carrier, ...setup } = await openBoth(options)
  return { ...setup, carrier: carrier.messages }
}

const webhooks = {
  ...{ readCallUpdate, readDecision, readInboundCall, readMachineDetection, hangUp, rejectCall },
  contentType: 'text/xml',
  connectMedia: (url: string) => connectStream({ url, token: 'secret' }),
}

carrierSuite('twilio', open)
voiceCarrierSuite('twilio', async (options) => {
  const { carrier, ...setup } = await openBoth(options)
  return { ...setup, carrier: carrier.calls, webhooks }
})

test('the status webhook of a message is signed, parsed, and retried without a response', async () => {
  await using receiver = await openReceiver((_, number) => ({ status: number === 1 ? 500 : 204 }))
  await using setup = await open({ publicUrl: receiver.url })
  await setup.sandbox.phones.send({ from: '+4915112345678', to: '+14155238886', body: 'Hi' })
  const { externalId } = await setup.carrier.sendMessage(accountOf(setup), text())
  await receiver.received(4)
  const statuses = receiver.requests.map(({ path, body, headers }) => {
    const form = formOf(new URLSearchParams(body.toString()))
    const signature = headers['x-twilio-signature']?.toString()
    assert.ok(verifyTwilioWebhook({ authToken: setup.sandbox.authToken, url: receiver.url + path, form, signature }))
    const update = parseStatusUpdate(form)
    assert.deepEqual([update?.externalId, update?.carrierAccountId], [externalId, setup.sandbox.accountSid])
    return update?.status
  })
  assert.deepEqual(statuses.toSorted(), ['delivered', 'read', 'sent', 'sent'])
})

test('an inbound message is signed and parsed, and its media file can be fetched', async () => {
  await using receiver = await openReceiver(() => ({ status: 204 }))
  await using setup = await open({ settings: { inboundUrl: `${receiver.url}/carrier/twilio/message` } })
  const bytes = Buffer.from('a picture')
  const { message } = await setup.sandbox.phones.send({
    from: '+4915112345678',
    to: '+14155238886',
    body: ' Look, ä + 😀\n',
    media: [{ contentType: 'image/png', bytes }],
    profileName: 'Ann & Bob',
    location: { latitude: 52.5, longitude: -13.4, label: 'Home' },
  })
  const [{ path, body, headers } = assert.fail('No request was received.')] = receiver.requests
  const form = formOf(new URLSearchParams(body.toString()))
  const signature = headers['x-twilio-signature']?.toString()
  assert.ok(verifyTwilioWebhook({ authToken: setup.sandbox.authToken, url: receiver.url + path, form, signature }))
  const inbound = parseInboundMessage(form)
  assert.deepEqual(
    [inbound?.externalId, inbound?.from, inbound?.to, inbound?.body, inbound?.profileName, inbound?.channel],
    [message.sid, '+4915112345678', '+14155238886', ' Look, ä + 😀\n', 'Ann & Bob', 'chatapp'],
  )
  assert.deepEqual(inbound?.location, { latitude: 52.5, longitude: -13.4, label: 'Home', address: null })
  const fetched = await setup.carrier.fetchMedia(accountOf(setup), inbound?.media[0]?.url ?? '', 1_000)
  assert.ok(bytes.equals(fetched.body))
})
