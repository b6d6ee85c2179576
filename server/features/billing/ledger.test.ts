// The ledger under concurrent requests, compared with a model, and its check for inconsistent balances.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { charge, credit, hold, release, selectBalance, selectBrokenBalances, settle } from './index.ts'
import { releaseExpiredHolds } from './ledger.ts'

const cent = 10_000
const minuteMs = 60_000

const parley = await startTestApp()
after(async () => {
  assert.deepEqual(await selectBrokenBalances(parley.app.context.db), [])
  await parley[Symbol.asyncDispose]()
})

/** An account's balance. `charge` and `hold` return false if it is insufficient. */
async function createLedger(balanceMicros: number) {
  const { account } = await parley.createAccount({ balanceUsd: balanceMicros / 1_000_000 })
  const ctx = asAccount(parley.app.context, account)
  const isGranted = (work: Promise<void>): Promise<boolean> =>
    work.then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal && error.code === 'INSUFFICIENT_BALANCE') return false
        throw error
      },
    )
  const kind = 'api-message'
  const purpose = { channel: 'api', assistantId: null, messages: 1 } as const
  return {
    ctx,
    credit: (ref: string, amountMicros: number) => transaction(ctx, (tx) => credit(tx, { kind, ref, amountMicros })),
    charge: (ref: string, amountMicros: number) =>
      isGranted(transaction(ctx, (tx) => charge(tx, { kind, ref, amountMicros, purpose }))),
    hold: (ref: string, amountMicros: number, forMs?: number) =>
      isGranted(transaction(ctx, (tx) => hold(tx, { ref, amountMicros, forMs }))),
    settle: (ref: string, amountMicros: number) =>
      transaction(ctx, (tx) => settle(tx, { kind, ref, amountMicros, purpose })),
    release: (ref: string) => transaction(ctx, (tx) => release(tx, ref)),
    async expire() {
      await parley.turnClock(11 * minuteMs)
      await releaseExpiredHolds(parley.app.context)
    },
    balance: () => selectBalance(ctx.db, account.id),
    async entries() {
      const { rows } = await sql<{ ref: string; amount: number }>`
        select ref, amount_micros as amount from ledger_entries
        where account_id = ${account.id} and ref <> 'start'`.execute(ctx.db)
      return Object.fromEntries(rows.map(({ ref, amount }) => [ref, amount]))
    },
  }
}

describe('the ledger', () => {
  it('grants 100 of 500 concurrent charges if the balance suffices for 100', async () => {
    const ledger = await createLedger(100 * cent)
    const outcomes = await Promise.all(Array.from({ length: 500 }, (_, index) => ledger.charge(`c${index}`, cent)))
    assert.equal(outcomes.filter(Boolean).length, 100)
    assert.deepEqual(await ledger.balance(), { balanceMicros: 0, heldMicros: 0 })
  })

  it('grants no more than the balance to concurrent charges and holds, and books each grant once', async () => {
    const ledger = await createLedger(50 * cent)
    const granted = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        if (index % 2) return ledger.charge(`c${index}`, cent)
        if (!(await ledger.hold(`h${index}`, cent))) return false
        assert.equal(await ledger.settle(`h${index}`, cent), cent)
        return true
      }),
    )
    assert.equal(granted.filter(Boolean).length, 50)
    assert.deepEqual(await ledger.balance(), { balanceMicros: 0, heldMicros: 0 })
  })

  it('books a reference once, even if many requests use it at once', async () => {
    const ledger = await createLedger(10 * cent)
    const many = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, work))
    assert.deepEqual(new Set(await many(() => ledger.charge('one', cent))), new Set([true]))
    assert.equal((await ledger.balance()).balanceMicros, 9 * cent)
    await many(() => ledger.credit('gift', 5 * cent))
    assert.equal((await ledger.balance()).balanceMicros, 14 * cent)
    assert.deepEqual(new Set(await many(() => ledger.hold('held', 4 * cent))), new Set([true]))
    assert.equal((await ledger.balance()).heldMicros, 4 * cent)
    assert.deepEqual(new Set(await many(() => ledger.settle('held', 3 * cent))), new Set([3 * cent]))
    assert.deepEqual(await ledger.balance(), { balanceMicros: 11 * cent, heldMicros: 0 })
  })

  it('either settles or releases a hold', async () => {
    for (let round = 0; round < 10; round++) {
      const ledger = await createLedger(cent)
      await ledger.hold('h', cent)
      const [charged] = await Promise.all([ledger.settle('h', cent), ledger.release('h'), ledger.settle('h', cent)])
      assert.equal(charged, cent)
      assert.deepEqual(await ledger.balance(), { balanceMicros: 0, heldMicros: 0 })
    }
  })

  it('creates a balance with its first credit, even if several arrive at once', async () => {
    const ledger = await createLedger(0)
    assert.equal(await ledger.charge('c', 1), false)
    await Promise.all(Array.from({ length: 10 }, (_, index) => ledger.credit(`gift-${index}`, cent)))
    assert.equal((await ledger.balance()).balanceMicros, 10 * cent)
  })

  it('returns the amount that was charged first when a settlement is repeated', async () => {
    const ledger = await createLedger(10 * cent)
    await ledger.hold('h', 2 * cent)
    assert.equal(await ledger.settle('h', 5 * cent), 2 * cent)
    assert.equal(await ledger.settle('h', 5 * cent), 2 * cent)
    assert.equal((await ledger.balance()).balanceMicros, 8 * cent)
  })

  it('books nothing if the surrounding transaction fails', async () => {
    const ledger = await createLedger(10 * cent)
    await assert.rejects(
      transaction(ledger.ctx, async (tx) => {
        await charge(tx, {
          kind: 'call',
          ref: 'c',
          amountMicros: cent,
          purpose: { channel: 'call', assistantId: null },
        })
        await hold(tx, { ref: 'h', amountMicros: cent })
        throw new Error('rolled back')
      }),
    )
    assert.deepEqual(await ledger.balance(), { balanceMicros: 10 * cent, heldMicros: 0 })
    assert.equal(await ledger.charge('c', cent), true)
  })

  it('releases expired holds', async () => {
    const ledger = await createLedger(10 * cent)
    await ledger.hold('short', 3 * cent, 5 * minuteMs)
    await ledger.hold('long', 4 * cent, 15 * minuteMs)
    const heldAfter = async (ms: number) => {
      await parley.turnClock(ms)
      await releaseExpiredHolds(parley.app.context)
      return (await ledger.balance()).heldMicros
    }
    assert.equal(await heldAfter(4 * minuteMs), 7 * cent)
    assert.equal(await heldAfter(2 * minuteMs), 4 * cent)
    assert.equal(await heldAfter(10 * minuteMs), 0)
    // The balance is charged if it suffices.
    assert.equal(await ledger.settle('short', 3 * cent), 3 * cent)
    assert.deepEqual(await ledger.balance(), { balanceMicros: 7 * cent, heldMicros: 0 })
  })

  it('refuses amounts that are not a non-negative integer of micro-dollars', async () => {
    const ledger = await createLedger(cent)
    for (const amount of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      for (const book of [ledger.charge, ledger.credit, ledger.hold, ledger.settle])
        await assert.rejects(book('c', amount), RangeError)
    }
    assert.deepEqual(await ledger.balance(), { balanceMicros: cent, heldMicros: 0 })
  })

  it('finds every kind of inconsistent balance', async () => {
    const { db } = parley.app.context
    const [ledger, lost] = [await createLedger(cent), await createLedger(cent)]
    await ledger.hold('h', 100)
    const [id, lostId] = [ledger.ctx.account.id, lost.ctx.account.id]
    for (const [change, accountId, fault] of [
      [sql`update balances set balance_micros = balance_micros + 1 where account_id = ${id}`, id, wrongBalance],
      [sql`update balances set held_micros = held_micros + 1 where account_id = ${id}`, id, wrongHeld],
      [sql`delete from balances where account_id = ${lostId}`, lostId, wrongBalance],
    ] as const) {
      const tx = await db.startTransaction().execute()
      await change.execute(tx)
      assert.deepEqual(await selectBrokenBalances(tx), [{ accountId, fault }])
      await tx.rollback().execute()
      assert.deepEqual(await selectBrokenBalances(db), [])
    }
  })

  it('behaves like a model of itself for any sequence of actions', async () => {
    const amount = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 300 }))
    const step = fc.record({ action: fc.constantFrom(...actions), number: fc.constantFrom(1, 2, 3, 4), amount })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const [ledger, model] = [await createLedger(0), new LedgerModel()]
        await ledger.credit('start', model.balanceMicros)
        for (const { action, number, amount } of steps) {
          const ref = `${['settle', 'release'].includes(action) ? 'hold' : action}-${number}`
          assert.deepEqual(await ledger[action](ref, amount), model[action](ref, amount), `${action} ${ref} ${amount}`)
          const { balanceMicros, heldMicros } = model
          assert.deepEqual(await ledger.balance(), { balanceMicros, heldMicros })
        }
        assert.deepEqual(await ledger.entries(), model.entries)
      }),
      { numRuns: 40 },
    )
  })
})

const wrongBalance = 'the balance is not the sum of the ledger entries'
const wrongHeld = 'the held amount is not the sum of the holds'

const actions = ['credit', 'charge', 'hold', 'settle', 'release', 'expire'] as const

/** The ledger without concurrency. */
class LedgerModel {
  balanceMicros = 100
  entries: Record<string, number> = {}
  #holds = new Map<string, { amount: number; held: boolean }>()

  get heldMicros(): number {
    return [...this.#holds.values()].reduce((sum, { amount, held }) => sum + (held ? amount : 0), 0)
  }

  credit(ref: string, amount: number): void {
    if (amount === 0 || ref in this.entries) return
    this.entries[ref] = amount
    this.balanceMicros += amount
  }

  charge(ref: string, amount: number): boolean {
    if (amount === 0 || ref in this.entries) return true
    if (this.balanceMicros - this.heldMicros < amount) return false
    this.credit(ref, -amount)
    return true
  }

  hold(ref: string, amount: number): boolean {
    if (amount === 0 || this.#holds.has(ref) || ref in this.entries) return true
    if (this.balanceMicros - this.heldMicros < amount) return false
    this.#holds.set(ref, { amount, held: true })
    return true
  }

  settle(ref: string, amount: number): number {
    const hold = this.#holds.get(ref)
    if (amount === 0) {
      this.release(ref)
      return 0
    }
    if (hold?.held) {
      hold.held = false
      this.credit(ref, -Math.min(amount, hold.amount))
    } else if (!(ref in this.entries)) {
      if (!this.charge(ref, amount)) return 0
    }
    return -this.entries[ref]!
  }

  release(ref: string): void {
    const hold = this.#holds.get(ref)
    if (hold) hold.held = false
  }

  expire(): void {
    for (const ref of this.#holds.keys()) this.release(ref)
  }
}
