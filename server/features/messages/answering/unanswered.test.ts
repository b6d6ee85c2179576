// Tests of customers who could not be answered: the reason is in the history, and the answer is retried.
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { credit } from '#server/features/billing/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp, type TestSender } from '#testing/app/test-app.ts'
import { charged, newestConversation, setStatus } from '#testing/features/messages.ts'

const minuteMs = 60_000

const parley = await startTestApp({ carrier: {} })
beforeEach(() => parley.model.use('We close at six.'))
after(() => parley[Symbol.asyncDispose]())

async function retry(afterMs = 2 * minuteMs): Promise<void> {
  await parley.advanceClock(afterMs)
  await parley.runCron('messages.answer-again')
  await parley.runUntilIdle()
}

async function historyOf(sender: TestSender) {
  const { history } = await newestConversation(sender)
  return history.map(({ sent_by, content, status, error_code }) => [sent_by, content, status, error_code])
}

async function topUp({ account }: TestSender): Promise<void> {
  const ctx = asAccount(parley.app.context, account)
  await transaction(ctx, (tx) => credit(tx, { kind: 'top-up', ref: 'later', amountMicros: 1_000_000 }))
}

/** Creates a sender and a phone, and returns them with a function that asks the question. */
async function createPair(balanceUsd = 100) {
  const sender = await parley.createSender({ account: { balanceUsd } })
  const phone = parley.createPhoneNumber()
  return { sender, phone, ask: () => parley.askAssistant(sender, phone, 'When do you close?') }
}

const question = ['customer', 'When do you close?', 'done', null]
const answered = ['assistant', 'We close at six.', 'done', null]
const unanswered = (code: string) => ['assistant', '', 'failed', code]

describe('a customer who was not answered', () => {
  for (const [code, balanceUsd, balance] of [
    ['INSUFFICIENT_BALANCE', 0, 990_000],
    ['SENDER_OFFLINE', 100, 99_990_000],
  ] as const)
    it(`because of ${code} is answered once the reason is gone, and charged once`, async () => {
      const { sender, phone, ask } = await createPair(balanceUsd)
      const isOffline = code === 'SENDER_OFFLINE'
      if (isOffline) await setStatus(parley, sender, 'OFFLINE')
      await ask()
      await retry()
      await retry()
      assert.deepEqual(await historyOf(sender), [question, unanswered(code)])
      if (isOffline) await setStatus(parley, sender, 'ONLINE')
      else await topUp(sender)
      await retry()
      await retry()
      assert.deepEqual(await historyOf(sender), [question, unanswered(code), answered])
      assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
      assert.deepEqual(await sender.money(), { balance, held: 0 })
      assert.equal((await newestConversation(sender)).message_count, 2)
    })

  it('because the sender went offline while the answer was written gets another answer', async () => {
    const { sender, phone, ask } = await createPair()
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    parley.model.use(() => {
      begun.resolve()
      return { pieces: [{ gate: gate.promise }, 'Too late.'] }
    })
    const answering = ask()
    await begun.promise
    await setStatus(parley, sender, 'OFFLINE')
    gate.resolve()
    await answering
    parley.model.use('We close at six.')
    await setStatus(parley, sender, 'ONLINE')
    await retry()
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
    const late = ['assistant', 'Too late.', 'failed', 'SENDER_OFFLINE']
    assert.deepEqual(await historyOf(sender), [question, late, answered])
  })

  it('because the model failed is answered when it works again', async () => {
    const { sender, phone, ask } = await createPair()
    parley.model.use({ status: 400 })
    await ask()
    assert.deepEqual(await historyOf(sender), [question])
    for (let round = 0; round < 4; round++) await parley.advanceClock(minuteMs)
    assert.deepEqual(await historyOf(sender), [question, unanswered('MESSAGE_FAILED')])
    parley.model.use('We close at six.')
    await retry()
    assert.deepEqual(parley.textsReceivedBy(phone), [])
    await retry(10 * minuteMs)
    assert.deepEqual(await historyOf(sender), [question, unanswered('MESSAGE_FAILED'), answered])
    assert.deepEqual(parley.textsReceivedBy(phone), ['We close at six.'])
    assert.deepEqual(await sender.money(), charged)
  })

  it('because the carrier rejected the answer is not answered again', async () => {
    const { sender, phone, ask } = await createPair()
    parley.carrier.control.script({ faults: [{ fault: 'refuse', code: 63024 }] })
    await ask()
    await retry(10 * minuteMs)
    const failed = ['assistant', 'We close at six.', 'failed', 'PROVIDER_ERROR_63024']
    assert.deepEqual(await historyOf(sender), [question, failed])
    assert.deepEqual(parley.textsReceivedBy(phone), [])
  })

  it('is not answered after the window has closed', async () => {
    const { sender, phone, ask } = await createPair(0)
    await ask()
    await topUp(sender)
    await retry(24 * 60 * minuteMs)
    assert.deepEqual(await historyOf(sender), [question, unanswered('INSUFFICIENT_BALANCE')])
    assert.deepEqual(parley.textsReceivedBy(phone), [])
  })

  it('is not answered if an agent has taken over since', async () => {
    const { sender, phone, ask } = await createPair(0)
    await ask()
    await topUp(sender)
    await sender.client.conversations.disableAi({ uuid: (await newestConversation(sender)).id })
    await retry()
    assert.deepEqual(parley.textsReceivedBy(phone), [])
  })
})
