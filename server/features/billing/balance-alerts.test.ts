// Tests of alerts about balances: once per crossing, by webhook and mail, also under concurrent charges.
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import fc from 'fast-check'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { openSmtpEmulator } from '#testing/emulators/smtp.ts'
import { assertInvalid } from '#testing/requests/expect-refusal.ts'
import { payloadOf } from '#testing/requests/payload.ts'
import { changeBalance, charge, hold, selectBrokenBalances, settle } from './index.ts'

let status = 200
const receiver = await openReceiver(() => ({ status }))
after(() => receiver[Symbol.asyncDispose]())
const smtp = await openSmtpEmulator()
after(() => smtp[Symbol.asyncDispose]())
const parley = await startTestApp({ config: { mail: smtp.options, allowPrivate: ['127.0.0.0/8'] } })
after(async () => {
  assert.deepEqual(await selectBrokenBalances(parley.app.context.db), [])
  await parley[Symbol.asyncDispose]()
})
beforeEach(() => {
  status = 200
  receiver.requests.length = 0
  smtp.mails.length = 0
})

const dollar = 1_000_000
const ctxOf = ({ account }: TestAccount) => asAccount(parley.app.context, account)
const purpose = { channel: 'call', assistantId: null } as const
const spend = (owner: TestAccount, amountMicros: number) =>
  transaction(ctxOf(owner), (tx) => charge(tx, { kind: 'call', ref: tx.newId(), amountMicros, purpose }))
const topUp = (owner: TestAccount, amountMicros: number) =>
  transaction(ctxOf(owner), (tx) => changeBalance(tx, { kind: 'top-up', amountMicros, reference: tx.newId() }))

/**
 * Delivers everything, and returns the thresholds that were reported since the last call, in dollars, highest first.
 * Webhooks of one transaction are due at the same time, so they are delivered in any order.
 */
async function reported(): Promise<number[]> {
  await parley.runJobs()
  const thresholds = receiver.requests.splice(0).map((request) => payloadOf('balance.low', request).threshold_usd)
  return thresholds.toSorted((a, b) => b - a)
}

async function createOwner(thresholds_usd: number[], balanceUsd = 100) {
  const owner = await parley.createAccount({ balanceUsd })
  await owner.client.billing.setBalanceAlerts({
    thresholds_usd,
    webhook_url: receiver.url,
    emails: ['bob@example.com'],
  })
  return owner
}

describe('an alert about a balance', () => {
  it('is sent once when a charge crosses the threshold, and again after the balance has reached it', async () => {
    const owner = await createOwner([20, 50])
    await spend(owner, 50 * dollar)
    assert.deepEqual(await reported(), [])
    await spend(owner, 1)
    await spend(owner, dollar)
    await parley.runJobs()
    const payload = payloadOf('balance.low', receiver.requests[0]!)
    assert.partialDeepStrictEqual(payload, {
      event: 'balance_low',
      threshold_usd: 50,
      balance_usd: 49.999999,
      balance: 499.99999,
      unit: 'minutes',
    })
    assert.deepEqual(await reported(), [50])
    assert.deepEqual(
      smtp.mails.map(({ recipients, subject }) => [recipients, subject]),
      [[['bob@example.com'], 'Your balance is below $50.00']],
    )
    assert.match(smtp.mails[0]!.text, /is \$50\.00 \(500\.00 minutes\)/)
    await topUp(owner, dollar)
    await spend(owner, 10 * dollar)
    assert.deepEqual(await reported(), [])
    const { thresholds } = await owner.client.billing.getBalanceAlerts()
    assert.deepEqual(
      thresholds.map(({ threshold_usd, is_below }) => [threshold_usd, is_below]),
      [
        [20, false],
        [50, true],
      ],
    )
    await topUp(owner, 10 * dollar + 1)
    await spend(owner, 35 * dollar)
    assert.deepEqual(await reported(), [50, 20])
  })

  it('is not sent for a hold, but for what is charged of it', async () => {
    const owner = await createOwner([50])
    await transaction(ctxOf(owner), (tx) => hold(tx, { ref: 'call', amountMicros: 80 * dollar }))
    assert.deepEqual(await reported(), [])
    const settled = { kind: 'call', ref: 'call', amountMicros: 60 * dollar, purpose } as const
    await transaction(ctxOf(owner), (tx) => settle(tx, settled))
    await transaction(ctxOf(owner), (tx) => settle(tx, settled))
    assert.deepEqual(await reported(), [50])
  })

  it('is not sent if the charge is undone', async () => {
    const owner = await createOwner([50])
    await assert.rejects(
      transaction(ctxOf(owner), async (tx) => {
        await charge(tx, { kind: 'call', ref: 'a', amountMicros: 60 * dollar, purpose })
        throw new Error('undone')
      }),
    )
    assert.deepEqual(await reported(), [])
    await spend(owner, 60 * dollar)
    assert.deepEqual(await reported(), [50])
  })

  it('is not sent for a threshold that was above the balance when it was set', async () => {
    const owner = await createOwner([200, 50])
    await spend(owner, dollar)
    assert.deepEqual(await reported(), [])
    await owner.client.billing.setBalanceAlerts({ thresholds_usd: [50, 99.5], webhook_url: receiver.url })
    await spend(owner, 60 * dollar)
    assert.deepEqual(await reported(), [50])
    assert.equal(smtp.mails.length, 0)
    await owner.client.billing.setBalanceAlerts({ thresholds_usd: [] })
    await topUp(owner, 60 * dollar)
    await spend(owner, 90 * dollar)
    assert.deepEqual(await reported(), [])
  })

  it('no longer calls a URL that responds with 410', async () => {
    const owner = await createOwner([50, 20])
    status = 410
    await spend(owner, 60 * dollar)
    assert.deepEqual(await reported(), [50])
    assert.equal((await owner.client.billing.getBalanceAlerts()).webhook_url, null)
    await spend(owner, 30 * dollar)
    assert.deepEqual(await reported(), [])
    assert.equal(smtp.mails.length, 2)
  })

  it('is set with valid values only, and before there is a balance', async () => {
    const owner = await parley.createAccount({ balanceUsd: 0 })
    const { setBalanceAlerts, getBalanceAlerts } = owner.client.billing
    const none = { thresholds: [], webhook_url: null, emails: [], can_send_mail: true }
    assert.deepEqual(await getBalanceAlerts(), none)
    await assertInvalid(setBalanceAlerts({ thresholds_usd: [0] }), {
      'thresholds_usd.0': ['The thresholds usd.0 must be at least 0.01.'],
    })
    for (const thresholds_usd of [Array.from({ length: 11 }, (_, index) => index + 1), [1e10], ['x' as never]])
      await assert.rejects(setBalanceAlerts({ thresholds_usd }), { status: 422 })
    for (const email of ['bob', 'a@b.com\r\nBcc: c@d.com', `${'a'.repeat(65)}@example.com`])
      await assert.rejects(setBalanceAlerts({ thresholds_usd: [1], emails: [email] }), { status: 422 })
    await assert.rejects(setBalanceAlerts({ thresholds_usd: [1], webhook_url: 'http://10.0.0.1/' }), { status: 422 })
    assert.deepEqual(await getBalanceAlerts(), none)
    const { thresholds } = await setBalanceAlerts({ thresholds_usd: [5, 1, 5] })
    assert.deepEqual(
      thresholds.map(({ threshold_usd, is_below }) => [threshold_usd, is_below]),
      [
        [1, true],
        [5, true],
      ],
    )
    await topUp(owner, 2 * dollar)
    assert.deepEqual(
      (await getBalanceAlerts()).thresholds.map(({ is_below }) => is_below),
      [false, true],
    )
  })

  it('is sent exactly once for each crossing, whatever charges and top-ups happen at once', async () => {
    const movement = fc.integer({ min: -30, max: 30 }).filter((amount) => amount !== 0)
    await fc.assert(
      fc.asyncProperty(fc.array(movement, { minLength: 5, maxLength: 40 }), async (movements) => {
        const thresholds = [40, 70]
        const owner = await createOwner(thresholds)
        await Promise.all(
          movements.map((dollars) =>
            dollars > 0 ? topUp(owner, dollars * dollar) : spend(owner, -dollars * dollar).catch(() => {}),
          ),
        )
        const { data } = await owner.client.billing.listTransactions({ per_page: 100 })
        const balances = data.toSorted((a, b) => a.id - b.id).map(({ balance_after_usd }) => balance_after_usd)
        const expected = thresholds.flatMap((threshold) => crossings(balances, threshold).fill(threshold))
        assert.deepEqual((await reported()).toSorted(), expected)
      }),
      { numRuns: 12 },
    )
  })
})

/** The positions at which the balance falls below the threshold. */
function crossings(balances: readonly number[], threshold: number): number[] {
  return balances.flatMap((balance, index) =>
    balance < threshold && (balances[index - 1] ?? threshold) >= threshold ? [index] : [],
  )
}
