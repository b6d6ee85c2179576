// Credits, charges and holds; each movement of money has a unique reference and is booked once.

import { actFor } from '#server/features/accounts/index.ts'
import type { AppContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { CronJob } from '#server/platform/jobs/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  bookCredit,
  bookDebit,
  type Credit,
  type Debit,
  findEntryMicros,
  hasHold,
  insertHold,
  type Purpose,
  releaseHold,
  selectBalance,
  selectExpiredHolds,
  settleHold,
} from './store.ts'
import { crossThresholds, rearmThresholds } from './store-alerts.ts'

export type LedgerTx = Pick<Tx, 'db' | 'account' | 'emit' | 'actor'>

/** Reserves nothing, so a later `hold` or `charge` can still fail. */
export async function canPay(db: Db, accountId: number, priceMicros: number): Promise<boolean> {
  if (priceMicros === 0) return true
  const { balanceMicros, heldMicros } = await selectBalance(db, accountId)
  return balanceMicros - heldMicros >= priceMicros
}

/** Some of the balance is reserved for operations in progress, and may be returned. */
export async function hasHolds({ db, account }: Pick<LedgerTx, 'account'> & { db: Db }): Promise<boolean> {
  return (await selectBalance(db, account.id)).heldMicros > 0
}

export async function credit(tx: LedgerTx, movement: Credit): Promise<void> {
  checkAmount(movement)
  if (movement.amountMicros === 0) return
  const booked = await bookCredit(tx.db, tx.account.id, movement)
  if (booked?.hasRisen) await rearmThresholds(tx.db, tx.account.id)
}

/** A charge with what it is for, so that the account can see it. */
type Charge = Debit & { purpose: Purpose }

/** Refuses with `INSUFFICIENT_BALANCE`. */
export async function charge(tx: LedgerTx, movement: Charge): Promise<void> {
  checkAmount(movement)
  if (movement.amountMicros === 0) return
  if (await debit(tx, movement)) return
  if (!(await isBooked(tx, movement.ref))) throw new Refusal('INSUFFICIENT_BALANCE')
}

const holdMs = 10 * 60 * 1000

/**
 * Reserves money, by default for ten minutes. Does nothing if the reference was held before, even if that hold was
 * settled, released or has expired. Refuses with `INSUFFICIENT_BALANCE`.
 */
export async function hold(tx: LedgerTx, input: { ref: string; amountMicros: number; forMs?: number }): Promise<void> {
  checkAmount(input)
  if (input.amountMicros === 0) return
  if (await insertHold(tx.db, tx.account.id, { ...input, forMs: input.forMs ?? holdMs })) return
  if (await isBooked(tx, input.ref)) return
  if (!(await hasHold(tx.db, tx.account.id, input.ref))) throw new Refusal('INSUFFICIENT_BALANCE')
}

/**
 * Charges at most the held amount, releases the rest and returns the charged amount. If the hold has expired, charges
 * the balance if it suffices. Repeated calls return the amount that the first one charged.
 */
export async function settle(tx: LedgerTx, movement: Charge): Promise<number> {
  checkAmount(movement)
  if (movement.amountMicros === 0) {
    await release(tx, movement.ref)
    return 0
  }
  const settled = await settleHold(tx.db, tx.account.id, byMember(tx, movement))
  if (settled?.isLow) await reportLowBalance(tx)
  if (settled) return settled.charged
  if (await debit(tx, movement)) return movement.amountMicros
  return 0 - ((await findEntryMicros(tx.db, tx.account.id, movement.ref)) ?? 0)
}

/** Returns false if the balance is insufficient or the reference is already booked. */
export async function debit(tx: LedgerTx, movement: Debit): Promise<boolean> {
  const booked = await bookDebit(tx.db, tx.account.id, byMember(tx, movement))
  if (booked?.isLow) await reportLowBalance(tx)
  return booked !== undefined
}

function byMember({ actor }: LedgerTx, movement: Debit): Debit {
  const { purpose } = movement
  return purpose && actor?.kind === 'member' ? { ...movement, purpose: { memberId: actor.id, ...purpose } } : movement
}

/** Once for each threshold until the balance has reached it again, because the balance is locked. */
async function reportLowBalance(tx: LedgerTx): Promise<void> {
  const accountId = tx.account.id
  for (const crossed of await crossThresholds(tx.db, accountId)) await tx.emit('balance.low', { accountId, ...crossed })
}

export async function release(tx: Omit<LedgerTx, 'emit'>, ref: string): Promise<void> {
  await releaseHold(tx.db, tx.account.id, ref)
}

async function isBooked(tx: LedgerTx, ref: string): Promise<boolean> {
  return (await findEntryMicros(tx.db, tx.account.id, ref)) !== undefined
}

function checkAmount({ amountMicros }: { amountMicros: number }): void {
  if (!Number.isSafeInteger(amountMicros) || amountMicros < 0)
    throw new RangeError(`${amountMicros} is not a non-negative integer of micro-dollars`)
}

export async function releaseExpiredHolds(context: AppContext): Promise<void> {
  for (const { accountId, ref } of await selectExpiredHolds(context.db)) {
    const ctx = await actFor(context, accountId)
    if (ctx) await transaction(ctx, (tx) => release(tx, ref))
  }
}

export const billingCrons: CronJob[] = [
  { name: 'billing.release-expired-holds', match: '* * * * *', run: releaseExpiredHolds },
]
