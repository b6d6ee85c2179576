// The ledger: money is never spent twice, never missing, never below zero, whoever races whom.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { asAccount, type Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { transaction } from '#server/platform/transaction.ts'
import { startParley, type TestParley } from '#server/testing/parley.ts'
import { charge, credit, hold, release, selectBalance, selectBrokenBalances, settle } from './index.ts'
import { releaseExpiredHolds } from './jobs.ts'
import { presentBalance } from './present.ts'

const cent = 10_000
const minute = 60_000

describe('the ledger', () => {
  let parley: TestParley
  before(async () => {
    parley = await startParley()
  })
  after(async () => {
    assert.deepEqual(await selectBrokenBalances(parley.app.world.db), [])
    await parley[Symbol.asyncDispose]()
  })

  async function openPurse(balanceMicros: number): Promise<Purse> {
    const { account } = await parley.openAccount({ balanceUsd: balanceMicros / 1_000_000 })
    return purseOf(asAccount(parley.app.world, account))
  }

  it('grants 100 of 500 charges at once when there is money for 100', async () => {
    const purse = await openPurse(100 * cent)
    const outcomes = await Promise.all(Array.from({ length: 500 }, (_, index) => purse.charge(`c${index}`, cent)))
    assert.equal(outcomes.filter(Boolean).length, 100)
    assert.deepEqual(await purse.look(), { balanceMicros: 0, heldMicros: 0 })
  })

  it('grants what there is when charges and holds race, and every grant is paid once', async () => {
    const purse = await openPurse(50 * cent)
    const granted = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        if (index % 2) return purse.charge(`c${index}`, cent)
        if (!(await purse.hold(`h${index}`, cent))) return false
        assert.equal(await purse.settle(`h${index}`, cent), cent)
        return true
      }),
    )
    assert.equal(granted.filter(Boolean).length, 50)
    assert.deepEqual(await purse.look(), { balanceMicros: 0, heldMicros: 0 })
  })

  it('books one reference once, though many come with it at once', async () => {
    const purse = await openPurse(10 * cent)
    const many = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, work))
    assert.deepEqual(new Set(await many(() => purse.charge('one', cent))), new Set([true]))
    assert.equal((await purse.look()).balanceMicros, 9 * cent)
    await many(() => purse.credit('gift', 5 * cent))
    assert.equal((await purse.look()).balanceMicros, 14 * cent)
    assert.deepEqual(new Set(await many(() => purse.hold('held', 4 * cent))), new Set([true]))
    assert.equal((await purse.look()).heldMicros, 4 * cent)
    assert.deepEqual(new Set(await many(() => purse.settle('held', 3 * cent))), new Set([3 * cent]))
    assert.deepEqual(await purse.look(), { balanceMicros: 11 * cent, heldMicros: 0 })
  })

  it('decides once between settling and releasing', async () => {
    for (let round = 0; round < 10; round++) {
      const purse = await openPurse(cent)
      await purse.hold('h', cent)
      const [charged] = await Promise.all([purse.settle('h', cent), purse.release('h'), purse.settle('h', cent)])
      assert.equal(charged, cent)
      assert.deepEqual(await purse.look(), { balanceMicros: 0, heldMicros: 0 })
    }
  })

  it('opens a balance with its first credit, though several come at once', async () => {
    const purse = await openPurse(0)
    assert.equal(await purse.charge('c', 1), false)
    await Promise.all(Array.from({ length: 10 }, (_, index) => purse.credit(`gift-${index}`, cent)))
    assert.equal((await purse.look()).balanceMicros, 10 * cent)
  })

  it('tells a repeated settlement what was charged the first time', async () => {
    const purse = await openPurse(10 * cent)
    await purse.hold('h', 2 * cent)
    assert.equal(await purse.settle('h', 5 * cent), 2 * cent)
    assert.equal(await purse.settle('h', 5 * cent), 2 * cent)
    assert.equal((await purse.look()).balanceMicros, 8 * cent)
  })

  it('takes nothing when the transaction around it fails', async () => {
    const purse = await openPurse(10 * cent)
    await assert.rejects(
      transaction(purse.ctx, async (tx) => {
        await charge(tx, { kind: 'test', ref: 'c', amountMicros: cent })
        await hold(tx, { ref: 'h', amountMicros: cent })
        throw new Error('rolled back')
      }),
    )
    assert.deepEqual(await purse.look(), { balanceMicros: 10 * cent, heldMicros: 0 })
    assert.equal(await purse.charge('c', cent), true)
  })

  it('gives back holds that nobody settled in time, at their time and not before', async () => {
    const purse = await openPurse(10 * cent)
    await purse.hold('short', 3 * cent, 5 * minute)
    await purse.hold('long', 4 * cent, 15 * minute)
    const lapse = async (ms: number) => {
      await parley.turnClock(ms)
      await releaseExpiredHolds(parley.app.world)
      return (await purse.look()).heldMicros
    }
    assert.equal(await lapse(4 * minute), 7 * cent)
    assert.equal(await lapse(2 * minute), 4 * cent)
    assert.equal(await lapse(10 * minute), 0)
    // What was done is still paid for, if the money is there.
    assert.equal(await purse.settle('short', 3 * cent), 3 * cent)
    assert.deepEqual(await purse.look(), { balanceMicros: 7 * cent, heldMicros: 0 })
  })

  it('refuses amounts that are no whole number of micro-dollars from zero up', async () => {
    const purse = await openPurse(cent)
    for (const amount of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      await assert.rejects(purse.charge('c', amount), RangeError)
      await assert.rejects(purse.credit('c', amount), RangeError)
      await assert.rejects(purse.hold('c', amount), RangeError)
      await assert.rejects(purse.settle('c', amount), RangeError)
    }
    assert.deepEqual(await purse.look(), { balanceMicros: cent, heldMicros: 0 })
  })

  it('keeps with a small model of itself, whatever is done in whatever order', async () => {
    const ref = fc.constantFrom('1', '2', '3', '4')
    const amount = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 300 }))
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({ do: fc.constant('credit' as const), ref, amount }),
      fc.record({ do: fc.constant('charge' as const), ref, amount }),
      fc.record({ do: fc.constant('hold' as const), ref, amount }),
      fc.record({ do: fc.constant('settle' as const), ref, amount }),
      fc.record({ do: fc.constant('release' as const), ref, amount }),
      fc.record({ do: fc.constant('lapse' as const), ref, amount }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const purse = await openPurse(0)
        await purse.credit('start', 100)
        const model = new Model(100)
        for (const one of steps) {
          assert.deepEqual(await act(purse, one), model.act(one), JSON.stringify(one))
          assert.deepEqual(await purse.look(), { balanceMicros: model.balance, heldMicros: model.held })
        }
        assert.deepEqual(await purse.entries(), model.entries)
      }),
      { numRuns: 40 },
    )
  })

  async function act(purse: Purse, { do: what, ref, amount }: Step): Promise<unknown> {
    if (what === 'credit') return purse.credit(`credit-${ref}`, amount)
    if (what === 'charge') return purse.charge(`charge-${ref}`, amount)
    if (what === 'hold') return purse.hold(`hold-${ref}`, amount)
    if (what === 'settle') return purse.settle(`hold-${ref}`, amount)
    if (what === 'release') return purse.release(`hold-${ref}`)
    await parley.turnClock(11 * minute)
    return releaseExpiredHolds(parley.app.world)
  }

  it('is told of by the doctor when it is broken, in each of the ways it can be', async () => {
    const { db } = parley.app.world
    const purse = await openPurse(cent)
    const lost = await openPurse(cent)
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
      [[id, 'the balance is not the sum of the ledger']],
    )
    assert.deepEqual(await faults(sql`update balances set held_micros = held_micros + 1 where account_id = ${id}`), [
      [id, 'the held money is not the sum of the holds'],
    ])
    const lostId = lost.ctx.account.id
    assert.deepEqual(await faults(sql`delete from balances where account_id = ${lostId}`), [
      [lostId, 'the balance is not the sum of the ledger'],
    ])
    assert.deepEqual(await broken(), [])
  })
})

describe('a balance', () => {
  it('is shown in minutes or credits, to two digits, never more and never a hundredth less than there is', () => {
    const prices = { minuteMicros: 100_000, creditMicros: 10_000 } as Parameters<typeof presentBalance>[2]
    assert.equal(presentBalance('direct', 29_000, prices), 0.29)
    assert.equal(presentBalance('tenant', 10_000_000, prices), 1000)
    assert.equal(presentBalance('direct', 999, prices), 0)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (hundredths) => {
        assert.equal(presentBalance('direct', hundredths * 1000, prices), hundredths / 100)
        assert.equal(presentBalance('direct', hundredths * 1000 + 999, prices), hundredths / 100)
      }),
    )
  })
})

class Seen extends Error {
  readonly faults: unknown[]
  constructor(faults: unknown[]) {
    super('seen')
    this.faults = faults
  }
}

interface Step {
  do: 'credit' | 'charge' | 'hold' | 'settle' | 'release' | 'lapse'
  ref: string
  amount: number
}

interface Purse {
  ctx: Context
  credit(ref: string, amountMicros: number): Promise<void>
  /** False when there is not enough. */
  charge(ref: string, amountMicros: number): Promise<boolean>
  hold(ref: string, amountMicros: number, forMs?: number): Promise<boolean>
  settle(ref: string, amountMicros: number): Promise<number>
  release(ref: string): Promise<void>
  look(): Promise<{ balanceMicros: number; heldMicros: number }>
  entries(): Promise<Record<string, number>>
}

function purseOf(ctx: Context): Purse {
  const granted = (work: Promise<void>): Promise<boolean> =>
    work.then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal && error.code === 'INSUFFICIENT_BALANCE') return false
        throw error
      },
    )
  return {
    ctx,
    credit: (ref, amountMicros) => transaction(ctx, (tx) => credit(tx, { kind: 'test', ref, amountMicros })),
    charge: (ref, amountMicros) => granted(transaction(ctx, (tx) => charge(tx, { kind: 'test', ref, amountMicros }))),
    hold: (ref, amountMicros, forMs) => granted(transaction(ctx, (tx) => hold(tx, { ref, amountMicros, forMs }))),
    settle: (ref, amountMicros) => transaction(ctx, (tx) => settle(tx, { kind: 'test', ref, amountMicros })),
    release: (ref) => transaction(ctx, (tx) => release(tx, ref)),
    look: () => selectBalance(ctx.db, ctx.account.id),
    async entries() {
      const { rows } = await sql<{ ref: string; amount: number }>`
        select ref, amount_micros as amount from ledger_entries where account_id = ${ctx.account.id} and ref <> 'start'`.execute(
        ctx.db,
      )
      return Object.fromEntries(rows.map(({ ref, amount }) => [ref, amount]))
    },
  }
}

/** The ledger in a few lines, without races. */
class Model {
  balance: number
  entries: Record<string, number> = {}
  #holds = new Map<string, { amount: number; held: boolean }>()

  constructor(balance: number) {
    this.balance = balance
  }

  get held(): number {
    return [...this.#holds.values()].reduce((sum, { amount, held }) => sum + (held ? amount : 0), 0)
  }

  act({ do: what, ref, amount }: Step): unknown {
    if (what === 'credit') return this.#book(`credit-${ref}`, amount)
    if (what === 'charge') return this.#charge(`charge-${ref}`, amount)
    if (what === 'hold') return this.#hold(`hold-${ref}`, amount)
    if (what === 'settle') return this.#settle(`hold-${ref}`, amount)
    if (what === 'release') return this.#release(`hold-${ref}`)
    for (const hold of this.#holds.keys()) this.#release(hold)
    return undefined
  }

  #book(ref: string, amount: number): void {
    if (amount === 0 || ref in this.entries) return
    this.entries[ref] = amount
    this.balance += amount
  }

  #charge(ref: string, amount: number): boolean {
    if (amount === 0 || ref in this.entries) return true
    if (this.balance - this.held < amount) return false
    this.#book(ref, -amount)
    return true
  }

  #hold(ref: string, amount: number): boolean {
    if (amount === 0 || this.#holds.has(ref) || ref in this.entries) return true
    if (this.balance - this.held < amount) return false
    this.#holds.set(ref, { amount, held: true })
    return true
  }

  #settle(ref: string, amount: number): number {
    const hold = this.#holds.get(ref)
    if (amount === 0) {
      this.#release(ref)
      return 0
    }
    if (hold?.held) {
      hold.held = false
      this.#book(ref, -Math.min(amount, hold.amount))
    } else if (!(ref in this.entries)) {
      if (!this.#charge(ref, amount)) return 0
    }
    return -this.entries[ref]!
  }

  #release(ref: string): undefined {
    const hold = this.#holds.get(ref)
    if (hold) hold.held = false
    return undefined
  }
}
