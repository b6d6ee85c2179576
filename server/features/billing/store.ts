// The SQL of the ledger. Each movement is one guarded statement, so that concurrent requests cannot overspend.
import { sql } from 'kysely'
import type { EntryKind, UsageChannel } from '#contract/account/billing.ts'
import { fromNow } from '#server/platform/database/app-clock.ts'
import { type Db, type DbTransaction, isUniqueViolation } from '#server/platform/database/database.ts'
import { LostRace } from '#server/platform/database/retry-conflicts.ts'
import { allRows, firstRow, firstValue, hasRows, oneRow } from '#server/platform/database/statements.ts'

export interface Balance {
  balanceMicros: number
  heldMicros: number
}

export async function selectBalance(db: Db, accountId: number): Promise<Balance> {
  const found = await firstRow<Balance>(db)`
  select balance_micros, held_micros
  from balances where account_id = ${accountId}`
  return found ?? { balanceMicros: 0, heldMicros: 0 }
}

/** A unique violation means that a concurrent transaction has booked the same reference. */
function retryIfBooked(error: unknown): never {
  throw isUniqueViolation(error) ? new LostRace('the reference is being booked', { cause: error }) : error
}

interface Movement {
  kind: EntryKind
  /** Identifies what is paid for, so that nothing is booked twice. */
  ref: string
  amountMicros: number
}

export interface Credit extends Movement {
  /** The reference of the entry that is paid back: this entry gets its purpose, with negative quantities. */
  refundOf?: string
  /** Of top-ups and adjustments. */
  note?: string | undefined
  author?: string | undefined
}

export interface Debit extends Movement {
  /** Undefined for adjustments. */
  purpose: Purpose | undefined
  note?: string | undefined
  author?: string | undefined
}

/** What an account spends money on. The quantities are counted in the usage of the account. */
export interface Purpose {
  channel: UsageChannel
  assistantId: number | null
  campaignId?: number | null
  callId?: number
  conversationId?: number | null
  /** A message of the chat app or an SMS. */
  messageId?: number
  automationId?: string
  /** The member who caused it, if one did. */
  memberId?: number | undefined
  calls?: number
  seconds?: number
  messages?: number
  segments?: number
  aiSteps?: number
}

const entryColumns = sql`account_id, kind, ref, amount_micros, balance_after_micros, note, author`
const purposeColumns = sql`
  channel, assistant_id, campaign_id, call_id, conversation_id, message_id, automation_id, member_id, calls, seconds,
  messages, segments, ai_steps`

const purposeValues = (purpose: Purpose | undefined) => sql`
  ${purpose?.channel ?? null}::text, ${purpose?.assistantId ?? null}::bigint, ${purpose?.campaignId ?? null}::bigint,
  ${purpose?.callId ?? null}::bigint, ${purpose?.conversationId ?? null}::bigint, ${purpose?.messageId ?? null}::bigint,
  ${purpose?.automationId ?? null}::text, ${purpose?.memberId ?? null}::bigint, ${purpose?.calls ?? 0}::int, ${purpose?.seconds ?? 0}::int,
  ${purpose?.messages ?? 0}::int, ${purpose?.segments ?? 0}::int, ${purpose?.aiSteps ?? 0}::int`

/** Does nothing if the reference is already booked. `hasRisen`: see `rearmThresholds`. */
export async function bookCredit(
  tx: DbTransaction,
  accountId: number,
  credit: Credit,
): Promise<{ hasRisen: boolean } | undefined> {
  const { rows } = await sql<{ hasRisen: boolean }>`
    with fresh as (
      select 1 where not exists (select from ledger_entries where account_id = ${accountId} and ref = ${credit.ref})
    ), moved as (
      insert into balances as b (account_id, balance_micros) select ${accountId}, ${credit.amountMicros} from fresh
      on conflict (account_id) do update set balance_micros = b.balance_micros + excluded.balance_micros
      returning balance_micros, rearm_at_micros
    ), booked as (
      insert into ledger_entries (${entryColumns}, ${purposeColumns})
      select ${accountId}, ${credit.kind}, ${credit.ref}, ${credit.amountMicros}, balance_micros,
        ${credit.note ?? null}::text, ${credit.author ?? null}::text, paid.channel, paid.assistant_id, paid.campaign_id,
        paid.call_id, paid.conversation_id, paid.message_id, paid.automation_id, paid.member_id,
        coalesce(-paid.calls, 0), coalesce(-paid.seconds, 0), coalesce(-paid.messages, 0), coalesce(-paid.segments, 0),
        coalesce(-paid.ai_steps, 0)
      from moved left join ledger_entries paid
        on paid.account_id = ${accountId} and paid.ref = ${credit.refundOf ?? null}::text
    )
    select coalesce(balance_micros >= rearm_at_micros, false) as has_risen from moved`
    .execute(tx)
    .catch(retryIfBooked)
  return rows[0]
}

/**
 * Returns undefined if the available balance is insufficient or the reference is already booked. `isLow`: see
 * `crossThresholds`.
 */
export async function bookDebit(
  tx: DbTransaction,
  accountId: number,
  debit: Debit,
): Promise<{ isLow: boolean } | undefined> {
  const { rows } = await sql<{ isLow: boolean }>`
    with moved as (
      update balances set balance_micros = balance_micros - ${debit.amountMicros}
      where account_id = ${accountId} and balance_micros - held_micros >= ${debit.amountMicros}
        and not exists (select from ledger_entries where account_id = ${accountId} and ref = ${debit.ref})
      returning balance_micros, alert_below_micros
    ), booked as (
      insert into ledger_entries (${entryColumns}, ${purposeColumns})
      select ${accountId}, ${debit.kind}, ${debit.ref}, ${-debit.amountMicros}, balance_micros,
        ${debit.note ?? null}::text, ${debit.author ?? null}::text, ${purposeValues(debit.purpose)}
      from moved
    )
    select coalesce(balance_micros < alert_below_micros, false) as is_low from moved`
    .execute(tx)
    .catch(retryIfBooked)
  return rows[0]
}

/** Debits are negative. */
export function findEntryMicros(db: Db, accountId: number, ref: string): Promise<number | undefined> {
  return firstValue<number>(db)`
    select amount_micros from ledger_entries
    where account_id = ${accountId} and ref = ${ref}`
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

export function hasHold(db: Db, accountId: number, ref: string): Promise<boolean> {
  return hasRows(db)`select 1 from holds where account_id = ${accountId} and ref = ${ref}`
}

/**
 * Books at most the held amount. Returns undefined if the hold was settled or released before. `isLow`: see
 * `crossThresholds`.
 */
export async function settleHold(
  tx: DbTransaction,
  accountId: number,
  debit: Debit,
): Promise<{ charged: number; isLow: boolean } | undefined> {
  const { rows } = await sql<{ charged: number; isLow: boolean }>`
    with done as (
      update holds set status = 'settled' where account_id = ${accountId} and ref = ${debit.ref} and status = 'held'
      returning amount_micros as held, least(amount_micros, ${debit.amountMicros}::bigint) as charged
    ), moved as (
      update balances b set held_micros = b.held_micros - d.held, balance_micros = b.balance_micros - d.charged
      from done d where b.account_id = ${accountId}
      returning b.balance_micros as after, d.charged, b.alert_below_micros
    ), booked as (
      insert into ledger_entries (${entryColumns}, ${purposeColumns})
      select ${accountId}, ${debit.kind}, ${debit.ref}, -charged, after, null, null, ${purposeValues(debit.purpose)}
      from moved
    )
    select charged, coalesce(after < alert_below_micros, false) as is_low from moved`
    .execute(tx)
    .catch(retryIfBooked)
  return rows[0]
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

export function selectExpiredHolds(db: Db): Promise<{ accountId: number; ref: string }[]> {
  return allRows<{ accountId: number; ref: string }>(db)`
    select account_id, ref from holds
    where status = 'held' and expires_at < app_now() order by expires_at limit 1000`
}

/** Number and sum of the holds of all accounts. Reads every current hold. */
export function selectHeld(db: Db): Promise<{ count: number; micros: number }> {
  return oneRow<{ count: number; micros: number }>(db)`
    select count(*)::int as count, coalesce(sum(amount_micros), 0)::bigint as micros from holds
    where status = 'held'`
}

/** Returns accounts whose balance, held amount or usage does not equal the sum of their entries or holds. */
export function selectBrokenBalances(db: Db): Promise<{ accountId: number; fault: string }[]> {
  return allRows<{ accountId: number; fault: string }>(db)`
    select account_id,
      case when coalesce(b.balance_micros, 0) <> coalesce(l.total, 0) then 'the balance is not the sum of the ledger entries'
        when coalesce(u.total, 0) <> coalesce(l.spent, 0) then 'the usage is not the sum of what was spent'
        else 'the held amount is not the sum of the holds' end as fault
    from balances b
    full join (
      select account_id, sum(amount_micros) as total, -sum(amount_micros) filter (where channel is not null) as spent
      from ledger_entries group by account_id
    ) l using (account_id)
    full join (select account_id, sum(cost_micros) as total from usage_days group by account_id) u using (account_id)
    full join (select account_id, sum(amount_micros) as total from holds where status = 'held' group by account_id) h
      using (account_id)
    where coalesce(b.balance_micros, 0) <> coalesce(l.total, 0) or coalesce(b.held_micros, 0) <> coalesce(h.total, 0)
      or coalesce(u.total, 0) <> coalesce(l.spent, 0)
    order by account_id`
}
