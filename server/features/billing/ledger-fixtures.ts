// A purse: one account's balance and what can be done with it, for the tests of the ledger.
import { sql } from 'kysely'
import { type AccountContext, asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { charge, credit, hold, release, selectBalance, settle } from './index.ts'

export const minute = 60_000

export interface LedgerFixture {
  ctx: AccountContext
  credit(ref: string, amountMicros: number): Promise<void>
  /** False when there is not enough. */
  charge(ref: string, amountMicros: number): Promise<boolean>
  hold(ref: string, amountMicros: number, forMs?: number): Promise<boolean>
  settle(ref: string, amountMicros: number): Promise<number>
  release(ref: string): Promise<void>
  balance(): Promise<{ balanceMicros: number; heldMicros: number }>
  entries(): Promise<Record<string, number>>
}

export async function createLedgerFixture(parley: TestApp, balanceMicros: number): Promise<LedgerFixture> {
  const { account } = await parley.createAccount({ balanceUsd: balanceMicros / 1_000_000 })
  return purseOf(asAccount(parley.app.context, account))
}

function purseOf(ctx: AccountContext): LedgerFixture {
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
    balance: () => selectBalance(ctx.db, ctx.account.id),
    async entries() {
      const { rows } = await sql<{ ref: string; amount: number }>`
        select ref, amount_micros as amount from ledger_entries where account_id = ${ctx.account.id} and ref <> 'start'`.execute(
        ctx.db,
      )
      return Object.fromEntries(rows.map(({ ref, amount }) => [ref, amount]))
    },
  }
}
