// Changes the balance of an account for the operator: top-ups, and adjustments in both directions.
import { actFor } from '#server/features/accounts/index.ts'
import { recordEvent } from '#server/features/audit/index.ts'
import type { MemberActor } from '#server/platform/context/actor.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { InvalidInput, orRefuse, Refusal } from '#server/platform/refusal.ts'
import { credit, debit, type LedgerTx } from './ledger.ts'
import { findEntryMicros, selectBalance } from './store.ts'

/** Keeps references of the operator apart from those of charges. */
export const referencePrefix = 'top-up:'

export interface BalanceChange {
  kind: 'top-up' | 'adjustment'
  /** Negative amounts are for adjustments. */
  amountMicros: number
  /** Identifies the change: a repetition is booked once. */
  reference: string
  /** Why; at most 500 characters, which the account can see. */
  note?: string | undefined
  /** Who; at most 100 characters, which the account can see. */
  author?: string | undefined
}

/**
 * Returns the balance. Refuses with `INSUFFICIENT_BALANCE` if less would remain than is on hold, and with
 * `REFERENCE_TAKEN` if the reference was used for another amount.
 */
export async function changeBalance(tx: LedgerTx, change: BalanceChange): Promise<{ balanceMicros: number }> {
  const { kind, amountMicros, reference, note, author } = change
  if (!Number.isSafeInteger(amountMicros) || amountMicros === 0 || (kind === 'top-up' && amountMicros < 0))
    throw new RangeError(`${amountMicros} is not an amount of a ${kind} in micro-dollars`)
  const ref = referencePrefix + reference
  const { db, account } = tx
  const movement = { kind, ref, amountMicros: Math.abs(amountMicros), note, author }
  if (amountMicros > 0) await credit(tx, movement)
  else await debit(tx, { ...movement, purpose: undefined })
  const booked = orRefuse(await findEntryMicros(db, account.id, ref), 'INSUFFICIENT_BALANCE')
  if (booked !== amountMicros) throw new Refusal('REFERENCE_TAKEN')
  return selectBalance(db, account.id)
}

/** For operators; without `actor`, on the command line. Refuses like `changeBalance`, and with `ACCOUNT_NOT_FOUND`. */
export async function changeBalanceOf(
  context: AppContext,
  { accountId, actor, ...change }: BalanceChange & { accountId: number; actor?: MemberActor | undefined },
): Promise<{ balanceMicros: number }> {
  const { kind, amountMicros } = change
  if (amountMicros === 0 || (kind === 'top-up' && amountMicros < 0))
    throw new InvalidInput({ amount_usd: ['The amount usd must be above 0, or below 0 for an adjustment.'] })
  const ctx = orRefuse(await actFor(context, accountId), 'ACCOUNT_NOT_FOUND')
  return transaction(ctx, async (tx) => {
    const operator = actor && { ...actor, isVisiting: true }
    await recordEvent(tx, { actor: operator, action: 'billing.changeBalance', subject: change.reference })
    return changeBalance(tx, change)
  })
}
