// The SQL of the persons who are called for a transfer. Every change is guarded by the state.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow, firstValue } from '#server/platform/database/statements.ts'
import type { AgentState, Transfer } from './store-ending.ts'

type TransferKey = Pick<Transfer, 'accountId' | 'id'>

/** The person is called. */
export async function beginTransfer(db: Db, { accountId, id }: TransferKey, needsKey: boolean): Promise<void> {
  await sql`
    update call_transfers set agent_state = 'waiting', needs_key = ${needsKey}
    where account_id = ${accountId} and id = ${id} and agent_state is null`.execute(db)
}

/** Stores the carrier's id of the person's call. Returns the state, or undefined if the transfer has another one. */
export function attachAgent(
  db: Db,
  { accountId, id }: TransferKey,
  externalId: string,
): Promise<AgentState | undefined> {
  return firstValue<AgentState>(db)`
    update call_transfers set agent_external_id = ${externalId}
    where account_id = ${accountId} and id = ${id} and agent_state is not null
      and (agent_external_id is null or agent_external_id = ${externalId})
    returning agent_state as state`
}

/** Returns false if the transfer has another state, or its call has ended. */
export function acceptTransfer(db: Db, { accountId, id }: TransferKey): Promise<boolean> {
  return changesOne(db)`
    update call_transfers t set agent_state = 'accepted', accepted_at = app_now()
    where t.account_id = ${accountId} and t.id = ${id} and t.agent_state = 'waiting' and t.deadline_at is not null
      and exists (select from calls c where c.account_id = t.account_id and c.id = t.call_id and c.ended_at is null)`
}

/** A machine has answered the call to the person. */
export async function markMachine(db: Db, { accountId, id }: TransferKey, externalId: string): Promise<void> {
  await sql`
    update call_transfers set agent_is_machine = true
    where account_id = ${accountId} and id = ${id} and (agent_external_id is null or agent_external_id = ${externalId})`.execute(
    db,
  )
}

/** Ends the attempt; a machine does not decline. Returns false if the transfer is not in the state `from`. */
export function closeTransfer(
  db: Db,
  { accountId, id }: TransferKey,
  { from, to }: { from: 'waiting' | 'accepted'; to: Exclude<AgentState, 'waiting' | 'accepted'> },
): Promise<boolean> {
  return changesOne(db)`
    update call_transfers set
      agent_state = case when ${to}::text = 'declined' and agent_is_machine then 'voicemail' else ${to} end
    where account_id = ${accountId} and id = ${id} and agent_state = ${from}`
}

export interface OpenTransfer extends TransferKey {
  /** Null for earlier transfers without a briefing. */
  agentState: AgentState | null
  agentExternalId: string | null
}

/** The transfers of the call whose results have not arrived. */
export function selectOpenTransfers(db: Db, accountId: number, callId: number): Promise<OpenTransfer[]> {
  return allRows<OpenTransfer>(db)`
    select account_id, id, agent_state, agent_external_id from call_transfers
    where account_id = ${accountId} and call_id = ${callId} and deadline_at is not null order by id`
}

export function findAgent(
  db: Db,
  { accountId, id }: TransferKey,
): Promise<{ state: AgentState; externalId: string | null } | undefined> {
  return firstRow<{ state: AgentState; externalId: string | null }>(db)`
    select agent_state as state, agent_external_id as external_id from call_transfers
    where account_id = ${accountId} and id = ${id} and agent_state is not null`
}
