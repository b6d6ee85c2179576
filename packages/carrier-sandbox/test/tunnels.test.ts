// Tests of applications that only know their public address.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import twilio from 'twilio'
import { tone } from '../src/index.ts'
import { caller, receiveWith, smsSender, startTestSandbox, untilOver, xml } from './harness.ts'
import { startMediaServer } from './media-server.ts'

test('an application behind a tunnel receives the webhooks and streams of its public hosts', async () => {
  await using server = await startMediaServer()
  await using sandbox = await startTestSandbox({}, { speak: async () => tone({ ms: 20 }) })
  const [host, streams] = ['app.example.com', 'streams.example.com']
  const tunnels = [
    { host, url: sandbox.receiver.url },
    { host: streams, url: server.url.replace('ws', 'http') },
  ]
  sandbox.carrier.control.settings({ tunnels, voiceUrl: `https://${host}/voice` })
  sandbox.receiver.respondWith(() => xml(`<Response><Connect><Stream url="//${streams}/media"/></Connect></Response>`))
  sandbox.carrier.control.call({ from: caller, to: smsSender })
  const stream = await server.connection(1)
  await stream.untilFrame(1)
  const [webhook] = sandbox.receiver.received
  assert.deepEqual([webhook!.headers.host, webhook!.headers['x-forwarded-proto']], [host, 'https'])
  const { headers } = stream.request
  assert.equal(headers.host, streams)
  const { authToken } = sandbox.carrier
  const signature = (value: unknown) => String(value)
  assert.ok(
    twilio.validateRequest(
      authToken,
      signature(webhook!.headers['x-twilio-signature']),
      `https://${host}/voice`,
      webhook!.form,
    ),
  )
  assert.ok(twilio.validateRequest(authToken, signature(headers['x-twilio-signature']), `wss://${streams}/media`, {}))
})

test('a server without a certificate raises an alarm that mentions tunnels', async () => {
  await using server = await startMediaServer()
  await using sandbox = await startTestSandbox()
  const { sid } = receiveWith(sandbox, server.twiml().replace('ws:', 'wss:'))
  await untilOver(sandbox, sid)
  const [alarm] = sandbox.carrier.alarms
  assert.equal(alarm!.code, 31920)
  assert.match(alarm!.text, /set a tunnel for its host/)
})

test('a played file of a public host is fetched from its server', async () => {
  await using sandbox = await startTestSandbox()
  const host = 'app.example.com'
  sandbox.carrier.control.settings({ tunnels: [{ host, url: sandbox.receiver.url }] })
  const { sid } = receiveWith(sandbox, `<Response><Play>https://${host}/files/welcome.wav</Play></Response>`)
  await untilOver(sandbox, sid)
  const file = sandbox.receiver.received.find(({ path }) => path === '/files/welcome.wav')
  assert.equal(file?.headers['x-forwarded-host'], host)
})
