// Send requests whose process is killed: repeated under their key, they send once, charge once and get a response.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Client } from '#sdk/index.ts'
import { selectBalance } from '#server/features/billing/index.ts'
import type { FailpointAddress } from '#server/platform/failpoints/failpoint.ts'
import { crashAt } from '#testing/app/crash-at.ts'
import { startTestApp, type TestSender } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { charged, full, repair } from '#testing/features/messages.ts'
import { retryRequest } from '#testing/requests/retry-request.ts'

const parley = await startTestApp({ carrier: {}, config: { allowPrivate: ['127.0.0.0/8'] } })
after(() => parley[Symbol.asyncDispose]())

function templateOf({ senderId: sender_id, templateId: template_id }: TestSender, phone: string) {
  const idempotencyKey = crypto.randomUUID()
  const input = { sender_id, template_id, recipient_phone: phone, variables: { 1: 'Ann' } }
  return (client: Client) => client.messages.sendTemplate(input, { idempotencyKey })
}

const sentTo = (phone: string): number =>
  parley.carrier.messages().filter(({ to }) => to === `whatsapp:${phone}` || to === phone).length

describe('a template whose process is killed', { concurrency: 2 }, () => {
  const moments: Record<string, FailpointAddress> = {
    'after its key is claimed': 'messages.sendTemplate/statement-after:1',
    'before it is stored': 'messages.sendTemplate/transaction-before-commit:1',
    'after the carrier has accepted it': 'messages.sendTemplate/carrier.sendMessage-after:1',
    'before its acceptance is stored': 'messages.sendTemplate/transaction-before-commit:2',
    'after its acceptance is stored': 'messages.sendTemplate/transaction-after-commit:2',
    'after the response is stored': 'messages.sendTemplate/statement-after:2',
  }
  for (const [moment, failpoint] of Object.entries(moments))
    it(`${moment} is sent once and charged once`, async () => {
      const sender = await parley.createSender()
      const phone = parley.createPhoneNumber()
      const send = templateOf(sender, phone)
      await crashAt(parley, failpoint, sender.token, send)
      const retry = () => retryRequest(() => send(sender.client))
      const [answer, other] = await Promise.all([retry(), retry()])
      assert.deepEqual(other, answer)
      assert.deepEqual(await retry(), answer)
      assert.equal(sentTo(phone), 1)
      await parley.runUntilIdle()
      assert.deepEqual(await sender.money(), charged)
      const { data } = await sender.client.conversations.list({ type: 'chatapp' })
      assert.deepEqual(
        data.map((one) => [one.message_count, one.total_cost]),
        [[1, 0.01]],
      )
    })

  it('after the refusal is stored gets the same refusal', async () => {
    const sender = await parley.createSender()
    const phone = '+44770099921610'
    const send = templateOf(sender, phone)
    await crashAt(parley, 'messages.sendTemplate/transaction-after-commit:2', sender.token, send)
    const refusal = { status: 422, code: 'PROVIDER_ERROR_21610', message: 'The recipient has opted out.' }
    await assert.rejects(
      retryRequest(() => send(sender.client)),
      refusal,
    )
    await assert.rejects(send(sender.client), refusal)
    assert.deepEqual(await sender.money(), full)
    assert.equal(sentTo(phone), 0)
  })
})

describe('an SMS whose process is killed', { concurrency: 2 }, () => {
  const moments: Record<string, FailpointAddress> = {
    'after the sender of its number is stored': 'sms.send/statement-after:2',
    'after the carrier has accepted it': 'sms.send/carrier.sendMessage-after:1',
  }
  for (const [moment, failpoint] of Object.entries(moments))
    it(`${moment} is sent once and charged once`, async () => {
      const { client, token, account, phoneNumberId: from } = await parley.createCallingAssistant()
      const to = parley.createPhoneNumber()
      const idempotencyKey = crypto.randomUUID()
      const send = (by: Client) => by.sms.send({ from, to, body: 'x'.repeat(161) }, { idempotencyKey })
      await crashAt(parley, failpoint, token, send)
      const answer = await retryRequest(() => send(client))
      assert.deepEqual(await send(client), answer)
      assert.equal(sentTo(to), 1)
      await parley.runUntilIdle()
      const { balanceMicros, heldMicros } = await selectBalance(parley.app.context.db, account.id)
      const priceMicros = 2 * parley.config.settings.prices.smsSegmentMicros
      assert.deepEqual([full.balance - balanceMicros, heldMicros], [priceMicros, 0])
    })
})

describe('a message whose process is killed', () => {
  it('before the carrier has it has an unknown outcome, is not sent again, and is not charged', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const send = templateOf(sender, phone)
    await crashAt(parley, 'messages.sendTemplate/carrier.sendMessage-before:1', sender.token, send)
    await assert.rejects(
      retryRequest(() => send(sender.client)),
      { code: 'UNKNOWN_ERROR', message: /^It is not known yet whether/ },
    )
    assert.deepEqual(await sender.money(), { balance: full.balance, held: 10_000 })
    await repair(parley)
    assert.deepEqual(await sender.money(), full)
    assert.equal(sentTo(phone), 0)
  })

  it('after the carrier’s response is lost is found at the carrier, even if its window has closed and its file is gone', async () => {
    await using files = await openReceiver((_, number) =>
      number === 1 ? { body: '%PDF-1.7\n%%EOF' } : { status: 404 },
    )
    const sender = await parley.createSender()
    const phone = await sender.openWindow()
    const idempotencyKey = crypto.randomUUID()
    const send = (client: Client) =>
      client.messages.sendFreeform(
        { sender_id: sender.senderId, recipient_phone: phone, message: 'Look!', media_url: `${files.url}/a.pdf` },
        { idempotencyKey },
      )
    parley.carrier.control.script({ faults: [{ fault: 'lost-reply' }, { fault: 'drop-callbacks' }] })
    await crashAt(parley, 'messages.sendFreeform/carrier.listMessages-before:1', sender.token, send)
    await parley.turnClock(25 * 60 * 60 * 1000)
    const answer = await retryRequest(() => send(sender.client))
    assert.equal(answer.session_status.is_open, true)
    assert.equal((await sender.sessionStatus(phone)).session_status.is_open, false)
    assert.deepEqual(await send(sender.client), answer)
    assert.equal(files.requests.length, 1)
    assert.deepEqual(await sender.money(), charged)
  })
})
