// Tests of the metrics of models, messages, the carrier, webhooks and jobs.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'

const receiver = await openReceiver(({ path }) => ({ status: path === '/gone' ? 410 : 200 }))
const parley = await startTestApp({
  carrier: {},
  config: { allowPrivate: [new URL(receiver.url).host] },
  script: 'At nine.',
})
const sender = await parley.createSender({
  sender: { receipts_webhook_url: `${receiver.url}/receipts`, is_receipts_webhook_active: true },
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

/** Returns the values by name and labels. */
async function read(): Promise<Map<string, number>> {
  const response = await parley.fetch(new Request('http://127.0.0.1/metrics'))
  assert.equal(response.status, 200)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

describe('the metrics of an installation', () => {
  it('are 0 before the first event', async () => {
    const metrics = await read()
    assert.equal(metrics.get('parley_messages_total{status="failed"}'), 0)
    assert.equal(metrics.get('parley_webhook_attempts_total{outcome="given_up"}'), 0)
    assert.equal(metrics.get('parley_jobs_late'), 0)
    assert.equal(metrics.get('parley_jobs_given_up'), 0)
    assert.equal(metrics.get('parley_held_usd'), 0)
  })

  it('count model turns, messages, carrier requests and webhook attempts', async () => {
    const phone = parley.createPhoneNumber()
    await sender.sendTemplate(phone)
    for (let round = 0; round < 3; round++) await parley.runUntilIdle()
    await parley.carrier.phones.send({ from: phone, to: sender.number, body: 'When do you open?' })
    await parley.runUntilIdle()
    await parley.turnClock(2_000)
    await parley.runUntilIdle()
    parley.carrier.control.script({ faults: [{ fault: 'fail', code: 63024 }] })
    await sender.sendFreeform(phone, 'And closed on Mondays.')
    await parley.runUntilIdle()

    const metrics = await read()
    assert.equal(metrics.get('parley_model_turn_seconds_count{model="openai/scripted",outcome="done"}'), 1)
    assert.equal(metrics.get('parley_model_first_token_seconds_bucket{le="90",model="openai/scripted"}'), 1)
    assert.ok(metrics.get('parley_model_tokens_total{model="openai/scripted",direction="output"}')! > 0)
    assert.equal(metrics.get('parley_messages_total{status="queued"}'), 3)
    assert.equal(metrics.get('parley_messages_total{status="received"}'), 1)
    assert.equal(metrics.get('parley_messages_total{status="undelivered"}'), 1)
    assert.equal(
      metrics.get('parley_carrier_request_seconds_count{carrier="twilio",call="sendMessage",outcome="done"}'),
      3,
    )
    assert.ok(metrics.get('parley_webhook_attempts_total{outcome="delivered"}')! >= 4)
  })

  it('count failed model turns and webhooks that answered 410', async () => {
    parley.model.use({ status: 401 })
    const { client, uuid } = await parley.createAssistant({
      conversation_ended_webhook_url: `${receiver.url}/gone`,
      is_conversation_ended_webhook_active: true,
    })
    const { conversation_id } = await client.conversations.create({ assistant_id: uuid, type: 'test' })
    await assert.rejects(client.conversations.sendMessage({ uuid: conversation_id, message: 'Hello?' }))
    await parley.turnClock(31 * 60_000)
    await parley.runUntilIdle()

    const metrics = await read()
    const failures = [...metrics].filter(([name]) => name.startsWith('parley_model_failures_total'))
    assert.deepEqual(
      failures,
      // The scripted server answers for every model, as with OPENAI_MODEL.
      [['parley_model_failures_total{model="openai/scripted",code="unauthorised"}', 1]],
    )
    assert.equal(metrics.get('parley_webhook_attempts_total{outcome="gone"}'), 1)
  })
})
