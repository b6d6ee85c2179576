// Customers who could not be answered: why shows in the history, and they are answered once the reason has gone.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { credit } from '#server/features/billing/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startChatapp, type TestChatapp, type TestHolder } from '#server/testing/chatapp-fixtures.ts'

const minuteMs = 60_000

let chatapp: TestChatapp
before(async () => {
  chatapp = await startChatapp()
})
beforeEach(() => chatapp.model.use('We close at six.'))
after(() => chatapp[Symbol.asyncDispose]())

async function tryAgain(afterMs = 2 * minuteMs): Promise<void> {
  await chatapp.pass(afterMs)
  await chatapp.parley.runCron('messages.answer-again')
  await chatapp.settle()
}

async function history({ client }: TestHolder) {
  const { data } = await client.conversations.list({ type: 'chatapp' })
  const shown = await client.conversations.show({ uuid: data[0]!.id })
  return shown.data.history.map(({ sent_by, content, status, error_code }) => [sent_by, content, status, error_code])
}

async function topUp({ account }: TestHolder): Promise<void> {
  const ctx = asAccount(chatapp.parley.app.context, account)
  await transaction(ctx, (tx) => credit(tx, { kind: 'top-up', ref: 'later', amountMicros: 1_000_000 }))
}

async function setStatus({ client, number }: TestHolder, status: 'ONLINE' | 'OFFLINE'): Promise<void> {
  chatapp.parley.carrier.control.changeSender(number, { status })
  await client.senders.sync()
}

const said = ['customer', 'When do you close?', 'done', null]
const answered = ['assistant', 'We close at six.', 'done', null]
const unanswered = (code: string) => ['assistant', '', 'failed', code]

describe('a customer who was not answered', () => {
  it('for lack of money is answered after a top-up, and charged once', async () => {
    const holder = await chatapp.openHolder({ account: { balanceUsd: 0 } })
    const phone = chatapp.newPhone()
    await chatapp.ask(holder, phone, 'When do you close?')
    await tryAgain()
    await tryAgain()
    assert.deepEqual(await history(holder), [said, unanswered('INSUFFICIENT_BALANCE')])
    await topUp(holder)
    await tryAgain()
    await tryAgain()
    assert.deepEqual(await history(holder), [said, unanswered('INSUFFICIENT_BALANCE'), answered])
    assert.deepEqual(chatapp.received(phone), ['We close at six.'])
    assert.deepEqual(await holder.money(), { balance: 990_000, held: 0 })
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    assert.equal(data[0]!.message_count, 2)
  })

  it('because the sender was offline is answered when it is online again', async () => {
    const holder = await chatapp.openHolder()
    const phone = chatapp.newPhone()
    await setStatus(holder, 'OFFLINE')
    await chatapp.ask(holder, phone, 'When do you close?')
    await tryAgain()
    assert.deepEqual(await history(holder), [said, unanswered('SENDER_OFFLINE')])
    await setStatus(holder, 'ONLINE')
    await tryAgain()
    assert.deepEqual(await history(holder), [said, unanswered('SENDER_OFFLINE'), answered])
    assert.deepEqual(chatapp.received(phone), ['We close at six.'])
  })

  it('because the sender went offline while the answer was written gets another answer', async () => {
    const holder = await chatapp.openHolder()
    const phone = chatapp.newPhone()
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    chatapp.model.use(() => {
      begun.resolve()
      return { pieces: [{ gate: gate.promise }, 'Too late.'] }
    })
    const answering = chatapp.ask(holder, phone, 'When do you close?')
    await begun.promise
    await setStatus(holder, 'OFFLINE')
    gate.resolve()
    await answering
    chatapp.model.use('We close at six.')
    await setStatus(holder, 'ONLINE')
    await tryAgain()
    assert.deepEqual(chatapp.received(phone), ['We close at six.'])
    const late = ['assistant', 'Too late.', 'failed', 'SENDER_OFFLINE']
    assert.deepEqual(await history(holder), [said, late, answered])
  })

  it('by a model that gave up is answered when it speaks again', async () => {
    const holder = await chatapp.openHolder()
    const phone = chatapp.newPhone()
    chatapp.model.use({ status: 400 })
    await chatapp.ask(holder, phone, 'When do you close?')
    assert.deepEqual(await history(holder), [said])
    for (let round = 0; round < 4; round++) await chatapp.pass(minuteMs)
    assert.deepEqual(await history(holder), [said, unanswered('MESSAGE_FAILED')])
    chatapp.model.use('We close at six.')
    await tryAgain()
    assert.deepEqual(chatapp.received(phone), [])
    await tryAgain(10 * minuteMs)
    assert.deepEqual(await history(holder), [said, unanswered('MESSAGE_FAILED'), answered])
    assert.deepEqual(chatapp.received(phone), ['We close at six.'])
    assert.deepEqual(await holder.money(), { balance: 99_990_000, held: 0 })
  })

  it('because the carrier refused is not tried again', async () => {
    const holder = await chatapp.openHolder()
    const phone = chatapp.newPhone()
    chatapp.parley.carrier.control.script({ faults: [{ fault: 'refuse', code: 63024 }] })
    await chatapp.ask(holder, phone, 'When do you close?')
    await tryAgain(10 * minuteMs)
    const failed = ['assistant', 'We close at six.', 'failed', 'PROVIDER_ERROR_63024']
    assert.deepEqual(await history(holder), [said, failed])
    assert.deepEqual(chatapp.received(phone), [])
  })

  it('waits no longer than the window is open', async () => {
    const holder = await chatapp.openHolder({ account: { balanceUsd: 0 } })
    const phone = chatapp.newPhone()
    await chatapp.ask(holder, phone, 'When do you close?')
    await topUp(holder)
    await tryAgain(24 * 60 * minuteMs)
    assert.deepEqual(await history(holder), [said, unanswered('INSUFFICIENT_BALANCE')])
    assert.deepEqual(chatapp.received(phone), [])
  })

  it('is left to the person who has taken over meanwhile', async () => {
    const holder = await chatapp.openHolder({ account: { balanceUsd: 0 } })
    const phone = chatapp.newPhone()
    await chatapp.ask(holder, phone, 'When do you close?')
    const { data } = await holder.client.conversations.list({ type: 'chatapp' })
    await topUp(holder)
    await holder.client.conversations.disableAi({ uuid: data[0]!.id })
    await tryAgain()
    assert.deepEqual(chatapp.received(phone), [])
  })
})
