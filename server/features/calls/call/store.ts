// The SQL of calls: finding them and reading their parts.
import { type RawBuilder, sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { TranscriptEntry } from '#server/voice/engine/call-record.ts'
import type { Call } from './call.ts'

/** For the alias `c`. */
export const callColumns = sql`
  c.account_id as "accountId", c.id, c.uuid, c.assistant_id as "assistantId", c.assistant, c.type, c.status,
  c.assistant_phone as "assistantPhone", c.client_phone as "clientPhone", c.variables,
  c.callback_token as "callbackToken", c.carrier_account_sid as "carrierAccountSid", c.carrier_sid as "carrierSid",
  c.dial_state as "dialState", c.dialed_at as "dialedAt", c.process_id as "processId", c.max_seconds as "maxSeconds",
  c.price_micros as "priceMicros", c.carrier_price_micros as "carrierPriceMicros", c.answered_at as "answeredAt",
  c.checkpoint_at as "checkpointAt", c.deadline_at as "deadlineAt", c.ended_at as "endedAt",
  c.carrier_seconds as "carrierSeconds", c.duration_seconds as "durationSeconds", c.ended_reason as "endedReason",
  c.ended_by as "endedBy", c.error_code as "errorCode", c.error_message as "errorMessage",
  c.answered_by as "answeredBy", c.greeting_ended as "greetingEnded", c.cost_micros as "costMicros",
  c.carrier_cost_micros as "carrierCostMicros", c.recording_key as "recordingKey", c.latency, c.evaluation,
  c.reported_at as "reportedAt", c.created_at as "createdAt", c.updated_at as "updatedAt"`

async function findOne(db: Db, condition: RawBuilder<unknown>): Promise<Call | undefined> {
  const { rows } = await sql<Call>`select ${callColumns} from calls c where ${condition}`.execute(db)
  return rows[0]
}

export const findCall = (db: Db, accountId: number, id: number): Promise<Call | undefined> =>
  findOne(db, sql`c.account_id = ${accountId} and c.id = ${id}`)

/** Searches all accounts, for callbacks. */
export const findCallByUuid = (db: Db, uuid: string): Promise<Call | undefined> => findOne(db, sql`c.uuid = ${uuid}`)

export const findCallBySid = (db: Db, accountSid: string, sid: string): Promise<Call | undefined> =>
  findOne(db, sql`c.carrier_account_sid = ${accountSid} and c.carrier_sid = ${sid}`)

/** Locks the call until the transaction ends. */
export const lockCall = (tx: DbTransaction, accountId: number, id: number): Promise<Call | undefined> =>
  findOne(tx, sql`c.account_id = ${accountId} and c.id = ${id} for no key update`)

type GivenField =
  | 'uuid'
  | 'assistantId'
  | 'type'
  | 'status'
  | 'assistantPhone'
  | 'clientPhone'
  | 'variables'
  | 'callbackToken'
  | 'carrierAccountSid'
  | 'carrierSid'
  | 'dialState'
  | 'maxSeconds'
  | 'priceMicros'
  | 'carrierPriceMicros'

export interface NewCall extends Pick<Call, GivenField> {
  assistant: object
  mediaToken: { sha256: Buffer; forMs: number } | null
  /** Until the media connection must be open. */
  deadlineMs: number
}

/** Returns undefined if the UUID or the carrier's SID exists. */
export async function insertCall(db: Db, accountId: number, call: NewCall): Promise<Call | undefined> {
  const { mediaToken } = call
  const { rows } = await sql<Call>`
    insert into calls as c (account_id, uuid, assistant_id, assistant, type, status, assistant_phone, client_phone,
      variables, callback_token, carrier_account_sid, carrier_sid, dial_state, media_token_sha256, media_token_until,
      max_seconds, price_micros, carrier_price_micros, deadline_at, created_at, updated_at)
    values (${accountId}, ${call.uuid}, ${call.assistantId}, ${JSON.stringify(call.assistant)}::jsonb, ${call.type},
      ${call.status}, ${call.assistantPhone}, ${call.clientPhone}, ${JSON.stringify(call.variables)}::json,
      ${call.callbackToken}, ${call.carrierAccountSid}, ${call.carrierSid}, ${call.dialState},
      ${mediaToken?.sha256 ?? null}, app_now() + make_interval(secs => ${(mediaToken?.forMs ?? 0) / 1000}),
      ${call.maxSeconds}, ${call.priceMicros}, ${call.carrierPriceMicros},
      app_now() + make_interval(secs => ${call.deadlineMs / 1000}), app_now(), app_now())
    on conflict do nothing
    returning ${callColumns}`.execute(db)
  return rows[0]
}

export interface StoredEntry extends TranscriptEntry {
  callId: number
  position: number
  interrupted: boolean
}

/** In order, by call. */
export async function selectTranscripts(
  db: Db,
  accountId: number,
  callIds: readonly number[],
): Promise<Map<number, StoredEntry[]>> {
  const { rows } = await sql<StoredEntry>`
    select call_id as "callId", position, speaker, text, at_ms as "atMs", interrupted from call_transcript
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

export async function selectTimeline(db: Db, accountId: number, callId: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select at, type, detail from call_timeline
    where account_id = ${accountId} and call_id = ${callId} order by at, id`.execute(db)
  return rows
}

/** Deletes an ended call with its transcript and timeline, and returns the key of its recording. */
export async function deleteCallRow(db: Db, accountId: number, id: number) {
  const { rows } = await sql<{ uuid: string; recordingKey: string | null }>`
    delete from calls where account_id = ${accountId} and id = ${id} and ended_at is not null
    returning uuid, recording_key as "recordingKey"`.execute(db)
  return rows[0]
}

/** The result of a transfer has not arrived. */
export async function hasOpenTransfer(db: Db, accountId: number, callId: number): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (
      select from call_transfers where account_id = ${accountId} and call_id = ${callId} and deadline_at is not null
    ) as any`.execute(db)
  return rows[0]!.any
}
