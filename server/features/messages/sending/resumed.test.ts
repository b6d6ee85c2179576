// A request to send whose process was killed: repeated under its key, it sends once, charges once and has an answer.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '#sdk/index.ts'
import type { Failpoint } from '#server/platform/failpoint.ts'
import { crashAt, retryRequest } from '#server/testing/crash-at.ts'
import { openReceiver } from '#server/testing/receiver.ts'
import { helpMessage, startTestApp, type TestApp, type TestSender } from '#server/testing/test-app.ts'

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {}, config: { allowPrivate: ['127.0.0.0/8'] } })
})
after(() => parley[Symbol.asyncDispose]())

const full = { balance: 100_000_000, held: 0 }
const paid = { balance: full.balance - 10_000, held: 0 }

function templateOf(holder: TestSender, phone: string) {
  const idempotencyKey = crypto.randomUUID()
  const { senderId: sender_id, templateId: template_id } = holder
  const input = { sender_id, template_id, recipient_phone: phone, variables: { 1: 'Ann' } }
  return (client: Client) => client.messages.sendTemplate(input, { idempotencyKey })
}

const sentTo = (phone: string): number =>
  parley.carrier.messages().filter(({ to }) => to === `whatsapp:${phone}` || to === phone).length

describe('a template whose process was killed', { concurrency: 2 }, () => {
  const points: readonly Failpoint[] = [
    'key-claimed',
    'send-before-stored',
    'after-carrier-accept',
    'acceptance-before-written',
    'acceptance-written',
    'key-before-answer',
  ]
  for (const at of points)
    it(`at ${at} goes out once and is charged once`, async () => {
      const holder = await parley.createSender()
      const phone = parley.createPhoneNumber()
      const send = templateOf(holder, phone)
      await crashAt(parley, at, holder.token, send)
      const once = () => retryRequest(() => send(holder.client))
      const [answer, other] = await Promise.all([once(), once()])
      assert.deepEqual(other, answer)
      assert.deepEqual(await once(), answer)
      assert.equal(sentTo(phone), 1)
      await parley.runUntilIdle()
      assert.deepEqual(await holder.money(), paid)
      const { data } = await holder.client.conversations.list({ type: 'chatapp' })
      assert.deepEqual(
        data.map((one) => [one.message_count, one.total_cost]),
        [[1, 0.01]],
      )
    })

  it('after it was refused is refused alike', async () => {
    const holder = await parley.createSender()
    const phone = '+44770099921610'
    const send = templateOf(holder, phone)
    await crashAt(parley, 'refusal-written', holder.token, send)
    const refusal = { status: 422, code: 'PROVIDER_ERROR_21610', message: 'The recipient has opted out.' }
    await assert.rejects(
      retryRequest(() => send(holder.client)),
      refusal,
    )
    await assert.rejects(send(holder.client), refusal)
    assert.deepEqual(await holder.money(), full)
    assert.equal(sentTo(phone), 0)
  })
})

describe('a message whose process was killed', () => {
  it('before the carrier had it is in doubt, is not sent again, and costs nothing in the end', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const send = templateOf(holder, phone)
    await crashAt(parley, 'before-carrier', holder.token, send)
    await assert.rejects(
      retryRequest(() => send(holder.client)),
      { code: 'UNKNOWN_ERROR', message: /^It is not known yet whether/ },
    )
    assert.deepEqual(await holder.money(), { balance: full.balance, held: 10_000 })
    await parley.turnClock(125_000)
    await parley.runCron('messages.repair')
    await parley.runUntilIdle()
    assert.deepEqual(await holder.money(), full)
    assert.equal(sentTo(phone), 0)
  })

  it('with the carrier’s answer lost is found there, though its window has closed and its file is gone', async () => {
    await using files = await openReceiver((_, number) =>
      number === 1 ? { body: '%PDF-1.7\n%%EOF' } : { status: 404 },
    )
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const { phones, control } = parley.carrier
    await phones.send({ from: phone, to: holder.number, ...helpMessage })
    await parley.runUntilIdle()
    const idempotencyKey = crypto.randomUUID()
    const send = (client: Client) =>
      client.messages.sendFreeform(
        { sender_id: holder.senderId, recipient_phone: phone, message: 'Look!', media_url: `${files.url}/a.pdf` },
        { idempotencyKey },
      )
    control.script({ faults: [{ fault: 'lost-reply' }, { fault: 'drop-callbacks' }] })
    await crashAt(parley, 'unknown-marked', holder.token, send)
    await parley.turnClock(25 * 60 * 60 * 1000)
    const answer = await retryRequest(() => send(holder.client))
    assert.equal(answer.session_status.is_open, true)
    assert.equal((await holder.sessionStatus(phone)).session_status.is_open, false)
    assert.deepEqual(await send(holder.client), answer)
    assert.equal(files.requests.length, 1)
    assert.deepEqual(await holder.money(), paid)
  })
})
