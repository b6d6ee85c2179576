// The SQL of calls: finding them, reading their parts, and marking opt-outs.
import { type RawBuilder, sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import { columnsAndValues } from '#server/platform/database/columns-and-values.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { allRows, allValues, changesOne, firstRow, firstValue, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { OptOutScope, TranscriptEntry, TurnState } from '#server/voice/engine/call-record.ts'
import type { Call } from './call.ts'

/** For the alias `c`. */
export const callColumns = sql`
  c.account_id, c.id, c.uuid, c.assistant_id, c.assistant, c.type, c.status, c.assistant_phone, c.client_phone, c.extension,
  c.variables, c.callback_token, c.carrier_account_id, c.external_id, c.dial_state, c.dialed_at, c.process_id,
  c.max_seconds, c.price_micros, c.carrier_price_micros, c.answered_at, c.checkpoint_at, c.deadline_at, c.ended_at,
  c.carrier_seconds, c.duration_seconds, c.ended_reason, c.ended_by, c.error_code, c.error_message, c.failure_reason, c.answered_by,
  c.greeting_ended, c.cost_micros, c.carrier_cost_micros, c.recording_key, c.latency, c.interaction, c.evaluation, c.reported_at,
  c.answerer, c.opted_out, c.purpose, c.campaign_id, c.lead_id, c.visitor_day::text as visitor_day,
  c.visitor_micros, c.origin, c.created_at, c.updated_at`

function findOne(db: Db, condition: RawBuilder<unknown>): Promise<Call | undefined> {
  return firstRow<Call>(db)`select ${callColumns} from calls c where ${condition}`
}

export const findCall = (db: Db, accountId: number, id: number): Promise<Call | undefined> =>
  findOne(db, sql`c.account_id = ${accountId} and c.id = ${id}`)

/** Searches all accounts, for callbacks. */
export const findCallByUuid = (db: Db, uuid: string): Promise<Call | undefined> => findOne(db, sql`c.uuid = ${uuid}`)

export const findCallByExternalId = (db: Db, carrierAccountId: string, externalId: string): Promise<Call | undefined> =>
  findOne(db, sql`c.carrier_account_id = ${carrierAccountId} and c.external_id = ${externalId}`)

/** Locks the call until the transaction ends. */
export const lockCall = (tx: DbTransaction, accountId: number, id: number): Promise<Call | undefined> =>
  findOne(tx, sql`c.account_id = ${accountId} and c.id = ${id} for no key update`)

type NewCallField =
  | 'uuid'
  | 'assistantId'
  | 'type'
  | 'status'
  | 'assistantPhone'
  | 'clientPhone'
  | 'callbackToken'
  | 'carrierAccountId'
  | 'externalId'
  | 'dialState'
  | 'maxSeconds'
  | 'priceMicros'
  | 'carrierPriceMicros'

type OptionalCallField = 'extension' | 'purpose' | 'campaignId' | 'leadId' | 'visitorDay' | 'visitorMicros' | 'origin'

export interface NewCall extends Pick<Call, NewCallField | 'variables'>, Partial<Pick<Call, OptionalCallField>> {
  assistant: object
  mediaToken: { sha256: Buffer; forMs: number } | null
  /** Until the media connection must be open. */
  deadlineMs: number
  /** See `NewOutboundCall`. */
  unverifiedVariables?: readonly string[]
  /** Identifies the address of a visitor until the end of the call. */
  visitorAddress?: string
}

/** Returns undefined if the UUID or the carrier's id exists. */
export function insertCall(
  db: Db,
  accountId: number,
  { assistant, variables, mediaToken, deadlineMs, ...fields }: NewCall,
): Promise<Call | undefined> {
  const row = columnsAndValues({
    accountId,
    ...(fields satisfies Pick<Call, NewCallField>),
    assistant: sql`${JSON.stringify(assistant)}::jsonb`,
    variables: sql`${JSON.stringify(variables)}::json`,
    mediaTokenSha256: mediaToken?.sha256 ?? null,
    mediaTokenUntil: fromNow(mediaToken?.forMs ?? 0),
    deadlineAt: fromNow(deadlineMs),
    createdAt: fromNow(0),
    updatedAt: fromNow(0),
  })
  return firstRow<Call>(db)`
    insert into calls as c ${row} on conflict do nothing returning ${callColumns}`
}

/** The open calls that visitors at this address have started. */
export function countCallsOfAddress(db: Db, visitorAddress: string): Promise<number> {
  return oneValue<number>(db)`
    select count(*)::int as calls from calls where visitor_address = ${visitorAddress}`
}

export interface StoredEntry extends Omit<TranscriptEntry, 'unspoken'> {
  callId: number
  position: number
  interrupted: boolean
  unspoken: string | null
}

/** In order, by call. */
export async function selectTranscripts(
  db: Db,
  accountId: number,
  callIds: readonly number[],
): Promise<Map<number, StoredEntry[]>> {
  const { rows } = await sql<StoredEntry>`
    select call_id, position, speaker, text, at_ms, interrupted, unspoken from call_transcript
    where account_id = ${accountId} and call_id = any(${callIds}::bigint[]) order by call_id, position`.execute(db)
  return Map.groupBy(rows, ({ callId }) => callId)
}

export const selectTranscript = async (db: Db, accountId: number, callId: number): Promise<StoredEntry[]> =>
  (await selectTranscripts(db, accountId, [callId])).get(callId) ?? []

export interface StoredEvent {
  at: Timestamp
  type: string
  detail: Record<string, unknown>
}

export function selectTimeline(db: Db, accountId: number, callId: number): Promise<StoredEvent[]> {
  return allRows<StoredEvent>(db)`
    select at, type, detail from call_timeline
    where account_id = ${accountId} and call_id = ${callId} order by at, id`
}

/** In order; empty until the call has ended. */
export async function selectTurnStates(db: Db, accountId: number, callId: number): Promise<TurnState[]> {
  const found = await firstValue<TurnState[]>(db)`
  select turn_states from calls where account_id = ${accountId} and id = ${callId}`
  return found ?? []
}

/** Deletes an ended call with its transcript and timeline, and returns the key of its recording. */
export function deleteCallRow(db: Db, accountId: number, id: number) {
  return firstRow<{ uuid: string; recordingKey: string | null }>(db)`
    delete from calls where account_id = ${accountId} and id = ${id} and ended_at is not null
    returning uuid, recording_key`
}

/** The result of a transfer has not arrived. */
export function hasOpenTransfer(db: Db, accountId: number, callId: number): Promise<boolean> {
  return oneValue<boolean>(db)`
    select exists (
      select from call_transfers where account_id = ${accountId} and call_id = ${callId} and deadline_at is not null
    ) as any`
}

/** The call can have ended in the meantime. Returns false if the same or more was saved before. */
export function saveOptOut(
  tx: DbTransaction,
  { accountId, id }: Pick<Call, 'accountId' | 'id'>,
  scope: OptOutScope,
): Promise<boolean> {
  return changesOne(tx)`
    update calls c set opted_out = ${scope}, updated_at = app_now()
    where c.account_id = ${accountId} and c.id = ${id}
      and (c.opted_out is null or (c.opted_out = 'topic' and ${scope}::text = 'everything'))`
}

/** Locks those of the calls that were not dialed, until the transaction ends, and returns their ids. */
export function lockUndialedCalls(tx: DbTransaction, accountId: number, ids: readonly number[]): Promise<number[]> {
  return allValues<number>(tx)`
    select c.id from calls c
    where c.account_id = ${accountId} and c.id = any(${ids}::bigint[]) and c.dial_state = 'waiting' and c.ended_at is null
    order by c.id for no key update`
}
