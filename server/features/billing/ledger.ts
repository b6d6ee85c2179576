// Moving money: credits, charges, and holds that are settled or released; each under a unique reference.
import type { Tx } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  bookCredit,
  bookDebit,
  findEntryMicros,
  hasHold,
  insertHold,
  type Movement,
  releaseHold,
  settleHold,
} from './store.ts'

/** What a ledger movement needs of a transaction: the account's own, or one opened for it. */
export type LedgerTx = Pick<Tx, 'db' | 'account'>

/** A fraction, or a debt in the guise of a charge, is a mistake of the caller's. */
function check({ amountMicros }: { amountMicros: number }): void {
  if (!Number.isSafeInteger(amountMicros) || amountMicros < 0) {
    throw new RangeError(`${amountMicros} is no amount of micro-dollars`)
  }
}

/** Booked once however often it is called with the same reference. */
export async function credit(tx: LedgerTx, movement: Movement): Promise<void> {
  check(movement)
  if (movement.amountMicros === 0) return
  await bookCredit(tx.db, tx.account.id, movement)
}

/** Booked once; refuses with `INSUFFICIENT_BALANCE`. */
export async function charge(tx: LedgerTx, movement: Movement): Promise<void> {
  check(movement)
  if (movement.amountMicros === 0) return
  if (await bookDebit(tx.db, tx.account.id, movement)) return
  if (!(await isBooked(tx, movement.ref))) throw new Refusal('INSUFFICIENT_BALANCE')
}

const holdMs = 10 * 60 * 1000

/**
 * Puts money aside once, by default for ten minutes; refuses with `INSUFFICIENT_BALANCE`. A hold that was settled,
 * released or has lapsed is not made again.
 */
export async function hold(tx: LedgerTx, input: { ref: string; amountMicros: number; forMs?: number }): Promise<void> {
  check(input)
  if (input.amountMicros === 0) return
  const isHeld = await insertHold(tx.db, tx.account.id, { ...input, forMs: input.forMs ?? holdMs })
  if (isHeld) return
  if (await isBooked(tx, input.ref)) return
  if (!(await hasHold(tx.db, tx.account.id, input.ref))) throw new Refusal('INSUFFICIENT_BALANCE')
}

/**
 * Turns a hold into a charge of at most what is held and returns what was charged. A hold that has lapsed is charged
 * like anything else, if the money is there. Once charged, it tells the same however often it is called.
 */
export async function settle(tx: LedgerTx, movement: Movement): Promise<number> {
  check(movement)
  if (movement.amountMicros === 0) {
    await release(tx, movement.ref)
    return 0
  }
  const charged = await settleHold(tx.db, tx.account.id, movement)
  if (charged !== undefined) return charged
  if (await bookDebit(tx.db, tx.account.id, movement)) return movement.amountMicros
  return -((await findEntryMicros(tx.db, tx.account.id, movement.ref)) ?? 0) || 0
}

export async function release(tx: LedgerTx, ref: string): Promise<void> {
  await releaseHold(tx.db, tx.account.id, ref)
}

async function isBooked(tx: LedgerTx, ref: string): Promise<boolean> {
  return (await findEntryMicros(tx.db, tx.account.id, ref)) !== undefined
}
