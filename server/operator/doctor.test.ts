// What the doctor says of carriers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inboundWebhookUrl } from '../features/senders/index.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { examine } from './doctor.ts'

async function ofCarrier({ app, config }: TestApp): Promise<string[]> {
  const findings = await examine({ context: app.context, models: { describe: () => [] } } as never, config)
  return findings.filter(({ what }) => what === 'carrier').map(({ state, says }) => `${state}: ${says}`)
}

test('the doctor tells how the carrier stands, and which senders post elsewhere', async () => {
  await using parley = await startTestApp({ carrier: {} })
  const { control, accountSid } = parley.carrier
  const { client } = await parley.createAccount()
  assert.deepEqual(await ofCarrier(parley), [
    `ok: Twilio ${accountSid} accepts the credentials; 0 senders online, 0 offline`,
  ])
  for (const phone_number of ['+14155550001', '+14155550002']) {
    control.addSender({ number: phone_number })
    await client.senders.create({ phone_number, display_name: 'Shop' })
  }
  control.changeSender('+14155550001', { webhook: { callback_url: 'https://else.example/in' } })
  control.changeSender('+14155550002', { status: 'OFFLINE', offlineCode: 63020 })
  const [ok, offline, astray] = await ofCarrier(parley)
  assert.equal(ok, `ok: Twilio ${accountSid} accepts the credentials; 1 sender online, 1 offline`)
  assert.match(offline ?? '', /^note: \+14155550002 is offline: 63020: ./)
  const here = inboundWebhookUrl(parley.app.context.settings)
  assert.equal(astray, `fault: +14155550001 posts what people write to https://else.example/in instead of ${here}`)
})

test('the doctor says so when the carrier does not answer, and when it cannot call back', async () => {
  await using parley = await startTestApp({ settings: { carrierIsNear: false } })
  const [deaf, silent] = await ofCarrier(parley)
  assert.match(deaf ?? '', /^fault: PUBLIC_URL is http:\/\/127\.0\.0\.1:8080, where the carrier cannot reach/)
  assert.match(silent ?? '', /^fault: Twilio AC[0-9a-f]{32}: The carrier could not be reached\.$/)
})
