// Customers who could not be answered: why shows in the history, and they are answered once the reason has gone.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { credit } from '#server/features/billing/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp, type TestApp, type TestSender } from '#server/testing/test-app.ts'

const minuteMs = 60_000

let parley: TestApp
before(async () => {
  parley = await startTestApp({ carrier: {} })
})
beforeEach(() => parley.model.use('We close at six.'))
after(() => parley[Symbol.asyncDispose]())

async function tryAgain(afterMs = 2 * minuteMs): Promise<void> {
  await parley.advanceClock(afterMs)
  await parley.runCron('messages.answer-again')
  await parley.runUntilIdle()
}

async function history({ client }: TestSender) {
  const { data } = await client.conversations.list({ type: 'chatapp' })
  const shown = await client.conversations.show({ uuid: data[0]!.id })
  return shown.data.history.map(({ sent_by, content, status, error_code }) => [sent_by, content, status, error_code])
}

async function topUp({ account }: TestSender): Promise<void> {
  const ctx = asAccount(parley.app.context, account)
  await transaction(ctx, (tx) => credit(tx, { kind: 'top-up', ref: 'later', amountMicros: 1_000_000 }))
}

async function setStatus({ client, number }: TestSender, status: 'ONLINE' | 'OFFLINE'): Promise<void> {
  parley.carrier.control.changeSender(number, { status })
  await client.senders.sync()
}

const said = ['customer', 'When do you close?', 'done', null]
const answered = ['assistant', 'We close at six.', 'done', null]
const unanswered = (code: string) => ['assistant', '', 'failed', code]

describe('a customer who was not answered', () => {
  it('for lack of money is answered after a top-up, and charged once', async () => {
    const holder = await parley.createSender({ account: { balanceUsd: 0 } })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(holder, phone, 'When do you close?')
    await tryAgain()
    await tryAgain()
    assert.deepEqual(await history(holder), [said, unanswered('INSUFFICIENT_BALANCE')])
    await topUp(holder)
    await tryAgain()
    await tryAgain()
    assert.deepEqual(await history(holder), [said, unanswered('INSUFFICIENT_BALANCE'), answered])
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
    assert.deepEqual(await holder.money(), { balance: 990_000, held: 0 })
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    assert.equal(data[0]!.message_count, 2)
  })

  it('because the sender was offline is answered when it is online again', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await setStatus(holder, 'OFFLINE')
    await parley.askAssistant(holder, phone, 'When do you close?')
    await tryAgain()
    assert.deepEqual(await history(holder), [said, unanswered('SENDER_OFFLINE')])
    await setStatus(holder, 'ONLINE')
    await tryAgain()
    assert.deepEqual(await history(holder), [said, unanswered('SENDER_OFFLINE'), answered])
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
  })

  it('because the sender went offline while the answer was written gets another answer', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    parley.model.use(() => {
      begun.resolve()
      return { pieces: [{ gate: gate.promise }, 'Too late.'] }
    })
    const answering = parley.askAssistant(holder, phone, 'When do you close?')
    await begun.promise
    await setStatus(holder, 'OFFLINE')
    gate.resolve()
    await answering
    parley.model.use('We close at six.')
    await setStatus(holder, 'ONLINE')
    await tryAgain()
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
    const late = ['assistant', 'Too late.', 'failed', 'SENDER_OFFLINE']
    assert.deepEqual(await history(holder), [said, late, answered])
  })

  it('by a model that gave up is answered when it speaks again', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    parley.model.use({ status: 400 })
    await parley.askAssistant(holder, phone, 'When do you close?')
    assert.deepEqual(await history(holder), [said])
    for (let round = 0; round < 4; round++) await parley.advanceClock(minuteMs)
    assert.deepEqual(await history(holder), [said, unanswered('MESSAGE_FAILED')])
    parley.model.use('We close at six.')
    await tryAgain()
    assert.deepEqual(parley.textsReceivedBy(phone), [])
    await tryAgain(10 * minuteMs)
    assert.deepEqual(await history(holder), [said, unanswered('MESSAGE_FAILED'), answered])
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
    assert.deepEqual(await holder.money(), { balance: 99_990_000, held: 0 })
  })

  it('because the carrier refused is not tried again', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    parley.carrier.control.script({ faults: [{ fault: 'refuse', code: 63024 }] })
    await parley.askAssistant(holder, phone, 'When do you close?')
    await tryAgain(10 * minuteMs)
    const failed = ['assistant', 'We close at six.', 'failed', 'PROVIDER_ERROR_63024']
    assert.deepEqual(await history(holder), [said, failed])
    assert.deepEqual(parley.textsReceivedBy(phone), [])
  })

  it('waits no longer than the window is open', async () => {
    const holder = await parley.createSender({ account: { balanceUsd: 0 } })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(holder, phone, 'When do you close?')
    await topUp(holder)
    await tryAgain(24 * 60 * minuteMs)
    assert.deepEqual(await history(holder), [said, unanswered('INSUFFICIENT_BALANCE')])
    assert.deepEqual(parley.textsReceivedBy(phone), [])
  })

  it('is left to the person who has taken over meanwhile', async () => {
    const holder = await parley.createSender({ account: { balanceUsd: 0 } })
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(holder, phone, 'When do you close?')
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    await topUp(holder)
    await holder.client.conversations.disableAi({ uuid: data[0]!.id })
    await tryAgain()
    assert.deepEqual(parley.textsReceivedBy(phone), [])
  })
})
