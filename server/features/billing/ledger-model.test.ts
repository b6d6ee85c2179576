// The ledger beside a small model of itself: whatever is done in whatever order, both agree.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { selectBrokenBalances } from './index.ts'
import { releaseExpiredHolds } from './jobs.ts'
import { createLedgerFixture, type LedgerFixture, minute } from './ledger-fixtures.ts'

describe('the ledger', () => {
  let parley: TestApp
  before(async () => {
    parley = await startTestApp()
  })
  after(async () => {
    assert.deepEqual(await selectBrokenBalances(parley.app.context.db), [])
    await parley[Symbol.asyncDispose]()
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
        const purse = await createLedgerFixture(parley, 0)
        await purse.credit('start', 100)
        const model = new Model(100)
        for (const one of steps) {
          assert.deepEqual(await act(purse, one), model.act(one), JSON.stringify(one))
          assert.deepEqual(await purse.balance(), { balanceMicros: model.balance, heldMicros: model.held })
        }
        assert.deepEqual(await purse.entries(), model.entries)
      }),
      { numRuns: 40 },
    )
  })

  async function act(purse: LedgerFixture, { do: what, ref, amount }: Step): Promise<unknown> {
    if (what === 'credit') return purse.credit(`credit-${ref}`, amount)
    if (what === 'charge') return purse.charge(`charge-${ref}`, amount)
    if (what === 'hold') return purse.hold(`hold-${ref}`, amount)
    if (what === 'settle') return purse.settle(`hold-${ref}`, amount)
    if (what === 'release') return purse.release(`hold-${ref}`)
    await parley.turnClock(11 * minute)
    return releaseExpiredHolds(parley.app.context)
  }
})

interface Step {
  do: 'credit' | 'charge' | 'hold' | 'settle' | 'release' | 'lapse'
  ref: string
  amount: number
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
