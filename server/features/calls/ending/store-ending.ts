// The SQL of ended calls: their evaluation and their transfers.
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { allRows, firstRow, oneRow } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Call, CallRef, Evaluated } from '../call/call.ts'
import { callColumns } from '../call/store.ts'

/** Returns undefined if the call was reported before. */
export function markReported(
  tx: DbTransaction,
  { accountId, id }: Pick<Call, 'accountId' | 'id'>,
  evaluation: readonly Evaluated[] | null,
): Promise<Call | undefined> {
  return firstRow<Call>(tx)`
    update calls c set evaluation = ${evaluation && JSON.stringify(evaluation)}::json, reported_at = app_now(),
      updated_at = app_now()
    where c.account_id = ${accountId} and c.id = ${id} and c.ended_at is not null and c.reported_at is null
    returning ${callColumns}`
}

/** Calls that should have been reported some time ago. */
export function selectUnreported(db: Db, limit: number): Promise<CallRef[]> {
  return allRows<CallRef>(db)`
    select account_id, id as call_id from calls
    where reported_at is null and ended_at < app_now() - interval '15 minutes' order by ended_at limit ${limit}`
}

/** The state of the call to the person whom the customer is connected to. */
export type AgentState =
  | 'waiting'
  | 'accepted'
  | 'declined'
  | 'busy'
  | 'no_answer'
  | 'voicemail'
  | 'failed'
  | 'abandoned'

export interface Transfer {
  accountId: number
  id: number
  callId: number
  uuid: string
  callbackToken: string
  phoneNumber: string
  maxSeconds: number
  answered: boolean | null
  durationSeconds: number | null
  costMicros: number
  createdAt: Timestamp
  deadlineAt: Timestamp | null
  /** Null for earlier transfers without a briefing. */
  agentState: AgentState | null
  needsKey: boolean
  agentIsMachine: boolean
  acceptedAt: Timestamp | null
}

const transferColumns = sql`
  t.account_id, t.id, t.call_id, t.uuid, t.callback_token, t.phone_number, t.max_seconds, t.answered,
  t.duration_seconds, t.cost_micros, t.created_at, t.deadline_at, t.agent_state, t.needs_key, t.agent_is_machine,
  t.accepted_at`

export function insertTransfer(
  db: Db,
  accountId: number,
  transfer: Pick<Transfer, 'callId' | 'uuid' | 'callbackToken' | 'phoneNumber' | 'maxSeconds'> & { deadlineMs: number },
): Promise<Transfer> {
  return oneRow<Transfer>(db)`
    insert into call_transfers as t
      (account_id, call_id, uuid, callback_token, phone_number, max_seconds, created_at, deadline_at)
    values (${accountId}, ${transfer.callId}, ${transfer.uuid}, ${transfer.callbackToken}, ${transfer.phoneNumber},
      ${transfer.maxSeconds}, app_now(), app_now() + make_interval(secs => ${transfer.deadlineMs / 1000}))
    returning ${transferColumns}`
}

/** In order. */
export function selectTransfers(db: Db, accountId: number, callId: number): Promise<Transfer[]> {
  return allRows<Transfer>(db)`
    select ${transferColumns} from call_transfers t
    where t.account_id = ${accountId} and t.call_id = ${callId} order by t.id`
}

/** Searches all accounts, for callbacks. */
export function findTransferByUuid(db: Db, uuid: string): Promise<Transfer | undefined> {
  return firstRow<Transfer>(db)`select ${transferColumns} from call_transfers t where t.uuid = ${uuid}`
}

/** Transfers of all accounts whose result has not arrived in time. */
export function selectOverdueTransfers(db: Db, limit: number): Promise<Transfer[]> {
  return allRows<Transfer>(db)`
    select ${transferColumns} from call_transfers t where t.deadline_at < app_now()
    order by t.deadline_at limit ${limit}`
}

/** Returns undefined if the transfer has ended before. */
export function endTransferRow(
  tx: DbTransaction,
  { accountId, id }: Pick<Transfer, 'accountId' | 'id'>,
  durationSeconds: number,
): Promise<{ answered: boolean; agentState: AgentState | null } | undefined> {
  return firstRow<{ answered: boolean; agentState: AgentState | null }>(tx)`
    update call_transfers set answered = coalesce(agent_state = 'accepted', false), duration_seconds = ${durationSeconds},
      deadline_at = null
    where account_id = ${accountId} and id = ${id} and deadline_at is not null
    returning answered, agent_state`
}

export async function saveTransferCost(
  tx: DbTransaction,
  { accountId, id }: Pick<Transfer, 'accountId' | 'id'>,
  costMicros: number,
): Promise<void> {
  await sql`
    update call_transfers set cost_micros = ${costMicros}
    where account_id = ${accountId} and id = ${id}`.execute(tx)
}
