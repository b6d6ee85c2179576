// The SQL of the ledger. Each movement is one guarded statement, so that concurrent requests cannot overspend.
import { sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import { type Db, type DbTransaction, isUniqueViolation } from '#server/platform/database/database.ts'
import { LostRace } from '#server/platform/database/retry-conflicts.ts'

export interface Balance {
  balanceMicros: number
  heldMicros: number
}

export async function selectBalance(db: Db, accountId: number): Promise<Balance> {
  const { rows } = await sql<Balance>`
    select balance_micros, held_micros
    from balances where account_id = ${accountId}`.execute(db)
  return rows[0] ?? { balanceMicros: 0, heldMicros: 0 }
}

/** A unique violation means that a concurrent transaction has booked the same reference. */
function retryIfBooked(error: unknown): never {
  throw isUniqueViolation(error) ? new LostRace('the reference is being booked', { cause: error }) : error
}

export interface Movement {
  kind: string
  ref: string
  amountMicros: number
}

/** Does nothing if the reference is already booked. */
export async function bookCredit(tx: DbTransaction, accountId: number, movement: Movement): Promise<void> {
  await sql`
    with fresh as (
      select 1 where not exists (select from ledger_entries where account_id = ${accountId} and ref = ${movement.ref})
    ), moved as (
      insert into balances as b (account_id, balance_micros) select ${accountId}, ${movement.amountMicros} from fresh
      on conflict (account_id) do update set balance_micros = b.balance_micros + excluded.balance_micros
      returning balance_micros
    )
    insert into ledger_entries (account_id, kind, ref, amount_micros, balance_after_micros)
    select ${accountId}, ${movement.kind}, ${movement.ref}, ${movement.amountMicros}, balance_micros from moved`
    .execute(tx)
    .catch(retryIfBooked)
}

/** Returns false if the available balance is insufficient or the reference is already booked. */
export async function bookDebit(tx: DbTransaction, accountId: number, movement: Movement): Promise<boolean> {
  const { rows } = await sql`
    with moved as (
      update balances set balance_micros = balance_micros - ${movement.amountMicros}
      where account_id = ${accountId} and balance_micros - held_micros >= ${movement.amountMicros}
        and not exists (select from ledger_entries where account_id = ${accountId} and ref = ${movement.ref})
      returning balance_micros
    )
    insert into ledger_entries (account_id, kind, ref, amount_micros, balance_after_micros)
    select ${accountId}, ${movement.kind}, ${movement.ref}, ${-movement.amountMicros}, balance_micros from moved
    returning 1`
    .execute(tx)
    .catch(retryIfBooked)
  return rows.length > 0
}

/** Debits are negative. */
export async function findEntryMicros(db: Db, accountId: number, ref: string): Promise<number | undefined> {
  const { rows } = await sql<{ amountMicros: number }>`
    select amount_micros from ledger_entries
    where account_id = ${accountId} and ref = ${ref}`.execute(db)
  return rows[0]?.amountMicros
}

/** Returns false if the available balance is insufficient, or the reference is already held or booked. */
export async function insertHold(
  tx: DbTransaction,
  accountId: number,
  hold: { ref: string; amountMicros: number; forMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    with guarded as (
      update balances set held_micros = held_micros + ${hold.amountMicros}
      where account_id = ${accountId} and balance_micros - held_micros >= ${hold.amountMicros}
        and not exists (select from holds where account_id = ${accountId} and ref = ${hold.ref})
        and not exists (select from ledger_entries where account_id = ${accountId} and ref = ${hold.ref})
      returning account_id
    )
    insert into holds (account_id, ref, amount_micros, expires_at)
    select account_id, ${hold.ref}, ${hold.amountMicros}, ${fromNow(hold.forMs)} from guarded
    returning 1`
    .execute(tx)
    .catch(retryIfBooked)
  return rows.length > 0
}

export async function hasHold(db: Db, accountId: number, ref: string): Promise<boolean> {
  const { rows } = await sql`select 1 from holds where account_id = ${accountId} and ref = ${ref}`.execute(db)
  return rows.length > 0
}

/** Books at most the held amount and returns it. Returns undefined if the hold was settled or released before. */
export async function settleHold(
  tx: DbTransaction,
  accountId: number,
  movement: Movement,
): Promise<number | undefined> {
  const { rows } = await sql<{ charged: number }>`
    with done as (
      update holds set status = 'settled' where account_id = ${accountId} and ref = ${movement.ref} and status = 'held'
      returning amount_micros as held, least(amount_micros, ${movement.amountMicros}::bigint) as charged
    ), moved as (
      update balances b set held_micros = b.held_micros - d.held, balance_micros = b.balance_micros - d.charged
      from done d where b.account_id = ${accountId}
      returning b.balance_micros as after, d.charged
    )
    insert into ledger_entries (account_id, kind, ref, amount_micros, balance_after_micros)
    select ${accountId}, ${movement.kind}, ${movement.ref}, -charged, after from moved
    returning -amount_micros as charged`
    .execute(tx)
    .catch(retryIfBooked)
  return rows[0]?.charged
}

export async function releaseHold(tx: DbTransaction, accountId: number, ref: string): Promise<void> {
  await sql`
    with done as (
      update holds set status = 'released' where account_id = ${accountId} and ref = ${ref} and status = 'held'
      returning amount_micros
    )
    update balances b set held_micros = b.held_micros - d.amount_micros from done d
    where b.account_id = ${accountId}`.execute(tx)
}

export async function selectExpiredHolds(db: Db): Promise<{ accountId: number; ref: string }[]> {
  const { rows } = await sql<{ accountId: number; ref: string }>`
    select account_id, ref from holds
    where status = 'held' and expires_at < app_now() order by expires_at limit 1000`.execute(db)
  return rows
}

/** Number and sum of the holds of all accounts. Reads every current hold. */
export async function selectHeld(db: Db): Promise<{ count: number; micros: number }> {
  const { rows } = await sql<{ count: number; micros: number }>`
    select count(*)::int as count, coalesce(sum(amount_micros), 0)::bigint as micros from holds
    where status = 'held'`.execute(db)
  return rows[0]!
}

/** Returns accounts whose balance or held amount does not equal the sum of their entries or holds. */
export async function selectBrokenBalances(db: Db): Promise<{ accountId: number; fault: string }[]> {
  const { rows } = await sql<{ accountId: number; fault: string }>`
    select account_id,
      case when coalesce(b.balance_micros, 0) <> coalesce(l.total, 0) then 'the balance is not the sum of the ledger entries'
        else 'the held amount is not the sum of the holds' end as fault
    from balances b
    full join (select account_id, sum(amount_micros) as total from ledger_entries group by account_id) l using (account_id)
    full join (select account_id, sum(amount_micros) as total from holds where status = 'held' group by account_id) h
      using (account_id)
    where coalesce(b.balance_micros, 0) <> coalesce(l.total, 0) or coalesce(b.held_micros, 0) <> coalesce(h.total, 0)
    order by account_id`.execute(db)
  return rows
}
