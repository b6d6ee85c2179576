// What /metrics tells after a talk, a send and a webhook.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openReceiver, type Receiver } from '#server/testing/receiver.ts'
import { startTestApp, type TestApp, type TestSender } from '#server/testing/test-app.ts'

let parley: TestApp
let receiver: Receiver
let holder: TestSender
before(async () => {
  receiver = await openReceiver(({ path }) => ({ status: path === '/gone' ? 410 : 200 }))
  parley = await startTestApp({
    carrier: {},
    config: { allowPrivate: [new URL(receiver.url).host] },
    script: 'At nine.',
  })
  holder = await parley.createSender({
    sender: { receipts_webhook_url: `${receiver.url}/receipts`, is_receipts_webhook_active: true },
  })
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

/** By name and labels, as they are written. */
async function read(): Promise<Map<string, number>> {
  const response = await parley.fetch(new Request('http://127.0.0.1/metrics'))
  assert.equal(response.status, 200)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

describe('the figures of an installation', () => {
  it('show what has not happened yet as nothing', async () => {
    const figures = await read()
    assert.equal(figures.get('parley_messages_total{status="failed"}'), 0)
    assert.equal(figures.get('parley_webhook_attempts_total{outcome="given_up"}'), 0)
    assert.equal(figures.get('parley_jobs_late'), 0)
    assert.equal(figures.get('parley_jobs_given_up'), 0)
    assert.equal(figures.get('parley_held_usd'), 0)
  })

  it('tell of models, messages, the carrier and webhooks', async () => {
    const phone = parley.createPhoneNumber()
    await holder.sendTemplate(phone)
    for (let round = 0; round < 3; round++) await parley.runUntilIdle()
    await parley.carrier.phones.send({ from: phone, to: holder.number, body: 'When do you open?' })
    await parley.runUntilIdle()
    await parley.turnClock(2_000)
    await parley.runUntilIdle()
    parley.carrier.control.script({ faults: [{ fault: 'fail', code: 63024 }] })
    await holder.sendFreeform(phone, 'And closed on Mondays.')
    await parley.runUntilIdle()

    const figures = await read()
    assert.equal(figures.get('parley_model_turn_seconds_count{model="openai/scripted",outcome="done"}'), 1)
    assert.equal(figures.get('parley_model_first_token_seconds_bucket{le="90",model="openai/scripted"}'), 1)
    assert.ok(figures.get('parley_model_tokens_total{model="openai/scripted",direction="output"}')! > 0)
    assert.equal(figures.get('parley_messages_total{status="queued"}'), 3)
    assert.equal(figures.get('parley_messages_total{status="received"}'), 1)
    assert.equal(figures.get('parley_messages_total{status="undelivered"}'), 1)
    assert.equal(figures.get('parley_carrier_request_seconds_count{call="sendMessage",outcome="done"}'), 3)
    assert.ok(figures.get('parley_webhook_attempts_total{outcome="delivered"}')! >= 4)
  })

  it('tell of models that fail and of webhooks that are wanted no more', async () => {
    parley.model.use({ status: 401 })
    const { client, uuid } = await parley.createAssistant({
      conversation_ended_webhook_url: `${receiver.url}/gone`,
      is_conversation_ended_webhook_active: true,
    })
    const { conversation_id } = await client.conversations.create({ assistant_id: uuid, type: 'test' })
    await assert.rejects(client.conversations.sendMessage({ uuid: conversation_id, message: 'Hello?' }))
    await parley.turnClock(31 * 60_000)
    await parley.runUntilIdle()

    const figures = await read()
    const failures = [...figures].filter(([name]) => name.startsWith('parley_model_failures_total'))
    assert.deepEqual(
      failures,
      // The server has one model for whatever is wanted, as with OPENAI_MODEL.
      [['parley_model_failures_total{model="openai/scripted",code="unauthorised"}', 1]],
    )
    assert.equal(figures.get('parley_webhook_attempts_total{outcome="gone"}'), 1)
  })
})
