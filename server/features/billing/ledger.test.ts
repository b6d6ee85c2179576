// The ledger: money is never spent twice, never missing, never below zero, whoever races whom.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { charge, hold, selectBrokenBalances } from './index.ts'
import { releaseExpiredHolds } from './jobs.ts'
import { createLedgerFixture, minute } from './ledger-fixtures.ts'

const cent = 10_000

describe('the ledger', () => {
  let parley: TestApp
  before(async () => {
    parley = await startTestApp()
  })
  after(async () => {
    assert.deepEqual(await selectBrokenBalances(parley.app.context.db), [])
    await parley[Symbol.asyncDispose]()
  })

  it('grants 100 of 500 charges at once when there is money for 100', async () => {
    const purse = await createLedgerFixture(parley, 100 * cent)
    const outcomes = await Promise.all(Array.from({ length: 500 }, (_, index) => purse.charge(`c${index}`, cent)))
    assert.equal(outcomes.filter(Boolean).length, 100)
    assert.deepEqual(await purse.balance(), { balanceMicros: 0, heldMicros: 0 })
  })

  it('grants what there is when charges and holds race, and every grant is paid once', async () => {
    const purse = await createLedgerFixture(parley, 50 * cent)
    const granted = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        if (index % 2) return purse.charge(`c${index}`, cent)
        if (!(await purse.hold(`h${index}`, cent))) return false
        assert.equal(await purse.settle(`h${index}`, cent), cent)
        return true
      }),
    )
    assert.equal(granted.filter(Boolean).length, 50)
    assert.deepEqual(await purse.balance(), { balanceMicros: 0, heldMicros: 0 })
  })

  it('books one reference once, though many come with it at once', async () => {
    const purse = await createLedgerFixture(parley, 10 * cent)
    const many = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, work))
    assert.deepEqual(new Set(await many(() => purse.charge('one', cent))), new Set([true]))
    assert.equal((await purse.balance()).balanceMicros, 9 * cent)
    await many(() => purse.credit('gift', 5 * cent))
    assert.equal((await purse.balance()).balanceMicros, 14 * cent)
    assert.deepEqual(new Set(await many(() => purse.hold('held', 4 * cent))), new Set([true]))
    assert.equal((await purse.balance()).heldMicros, 4 * cent)
    assert.deepEqual(new Set(await many(() => purse.settle('held', 3 * cent))), new Set([3 * cent]))
    assert.deepEqual(await purse.balance(), { balanceMicros: 11 * cent, heldMicros: 0 })
  })

  it('decides once between settling and releasing', async () => {
    for (let round = 0; round < 10; round++) {
      const purse = await createLedgerFixture(parley, cent)
      await purse.hold('h', cent)
      const [charged] = await Promise.all([purse.settle('h', cent), purse.release('h'), purse.settle('h', cent)])
      assert.equal(charged, cent)
      assert.deepEqual(await purse.balance(), { balanceMicros: 0, heldMicros: 0 })
    }
  })

  it('opens a balance with its first credit, though several come at once', async () => {
    const purse = await createLedgerFixture(parley, 0)
    assert.equal(await purse.charge('c', 1), false)
    await Promise.all(Array.from({ length: 10 }, (_, index) => purse.credit(`gift-${index}`, cent)))
    assert.equal((await purse.balance()).balanceMicros, 10 * cent)
  })

  it('tells a repeated settlement what was charged the first time', async () => {
    const purse = await createLedgerFixture(parley, 10 * cent)
    await purse.hold('h', 2 * cent)
    assert.equal(await purse.settle('h', 5 * cent), 2 * cent)
    assert.equal(await purse.settle('h', 5 * cent), 2 * cent)
    assert.equal((await purse.balance()).balanceMicros, 8 * cent)
  })

  it('takes nothing when the transaction around it fails', async () => {
    const purse = await createLedgerFixture(parley, 10 * cent)
    await assert.rejects(
      transaction(purse.ctx, async (tx) => {
        await charge(tx, { kind: 'test', ref: 'c', amountMicros: cent })
        await hold(tx, { ref: 'h', amountMicros: cent })
        throw new Error('rolled back')
      }),
    )
    assert.deepEqual(await purse.balance(), { balanceMicros: 10 * cent, heldMicros: 0 })
    assert.equal(await purse.charge('c', cent), true)
  })

  it('gives back holds that nobody settled in time, at their time and not before', async () => {
    const purse = await createLedgerFixture(parley, 10 * cent)
    await purse.hold('short', 3 * cent, 5 * minute)
    await purse.hold('long', 4 * cent, 15 * minute)
    const lapse = async (ms: number) => {
      await parley.turnClock(ms)
      await releaseExpiredHolds(parley.app.context)
      return (await purse.balance()).heldMicros
    }
    assert.equal(await lapse(4 * minute), 7 * cent)
    assert.equal(await lapse(2 * minute), 4 * cent)
    assert.equal(await lapse(10 * minute), 0)
    // What was done is still paid for, if the money is there.
    assert.equal(await purse.settle('short', 3 * cent), 3 * cent)
    assert.deepEqual(await purse.balance(), { balanceMicros: 7 * cent, heldMicros: 0 })
  })

  it('refuses amounts that are no whole number of micro-dollars from zero up', async () => {
    const purse = await createLedgerFixture(parley, cent)
    for (const amount of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      await assert.rejects(purse.charge('c', amount), RangeError)
      await assert.rejects(purse.credit('c', amount), RangeError)
      await assert.rejects(purse.hold('c', amount), RangeError)
      await assert.rejects(purse.settle('c', amount), RangeError)
    }
    assert.deepEqual(await purse.balance(), { balanceMicros: cent, heldMicros: 0 })
  })

  it('is told of by the doctor when it is broken, in each of the ways it can be', async () => {
    const { db } = parley.app.context
    const purse = await createLedgerFixture(parley, cent)
    const lost = await createLedgerFixture(parley, cent)
    await purse.hold('h', 100)
    const broken = async () => (await selectBrokenBalances(db)).map(({ accountId, fault }) => [accountId, fault])
    const faults = async (work: ReturnType<typeof sql>) => {
      // Undone before the next.
      const seen = db.transaction().execute(async (tx) => {
        await work.execute(tx)
        throw new Seen((await selectBrokenBalances(tx)).map(({ accountId, fault }) => [accountId, fault]))
      })
      return seen.catch((error: unknown) => {
        if (error instanceof Seen) return error.faults
        throw error
      })
    }
    assert.deepEqual(await broken(), [])
    const id = purse.ctx.account.id
    assert.deepEqual(
      await faults(sql`update balances set balance_micros = balance_micros + 1 where account_id = ${id}`),
      [[id, 'the balance is not the sum of the ledger entries']],
    )
    assert.deepEqual(await faults(sql`update balances set held_micros = held_micros + 1 where account_id = ${id}`), [
      [id, 'the held amount is not the sum of the holds'],
    ])
    const lostId = lost.ctx.account.id
    assert.deepEqual(await faults(sql`delete from balances where account_id = ${lostId}`), [
      [lostId, 'the balance is not the sum of the ledger entries'],
    ])
    assert.deepEqual(await broken(), [])
  })
})

class Seen extends Error {
  readonly faults: unknown[]
  constructor(faults: unknown[]) {
    super('seen')
    this.faults = faults
  }
}
