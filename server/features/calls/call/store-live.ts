// The SQL that changes open calls. Every statement is guarded, so that an ended call never changes.
import { sql } from 'kysely'
import type { Assistant } from '#server/features/assistants/index.ts'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { allValues, changesOne, firstRow, firstValue, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { TranscriptEntry } from '#server/voice/engine/call-record.ts'
import type { AnsweredBy } from '#server/voice/engine/settings.ts'
import type { Call, CallEnding } from './call.ts'
import type { StoredType } from './event-types.ts'
import type { CallStatus, OpenStatus } from './status.ts'
import { callColumns } from './store.ts'

const isOpen = sql`c.ended_at is null`

/** Takes the only attempt at dialing. Returns undefined if it was taken before. */
export function beginDialing(
  db: Db,
  { accountId, id }: Pick<Call, 'accountId' | 'id'>,
  { sha256, forMs }: { sha256: Buffer; forMs: number },
): Promise<Call | undefined> {
  return firstRow<Call>(db)`
    update calls c set dial_state = 'dialing', dialed_at = app_now(), media_token_sha256 = ${sha256},
      media_token_until = ${fromNow(forMs)}, updated_at = app_now()
    where c.account_id = ${accountId} and c.id = ${id} and c.dial_state = 'waiting' and ${isOpen}
    returning ${callColumns}`
}

/** The carrier certainly did nothing, so dialing can be attempted again. */
export async function undoDialing(db: Db, { accountId, id }: Pick<Call, 'accountId' | 'id'>): Promise<void> {
  await sql`
    update calls c set dial_state = 'waiting', media_token_sha256 = null, updated_at = app_now()
    where c.account_id = ${accountId} and c.id = ${id} and c.dial_state = 'dialing' and c.external_id is null
      and ${isOpen}`.execute(db)
}

/** Returns false if the call has another id at the carrier, or another call has this one. */
export function attachExternalId(
  db: Db,
  { accountId, id, carrierAccountId }: Pick<Call, 'accountId' | 'id' | 'carrierAccountId'>,
  externalId: string,
): Promise<boolean> {
  const isCall = sql`c.account_id = ${accountId} and c.id = ${id}`
  return oneValue<boolean>(db)`
    with attached as (
      update calls c set external_id = ${externalId}, dial_state = 'placed', updated_at = app_now()
      where ${isCall} and c.external_id is null and not exists (
        select from calls o where o.carrier_account_id = ${carrierAccountId} and o.external_id = ${externalId})
      returning 1
    )
    select exists (select from attached)
      or exists (select from calls c where ${isCall} and c.external_id = ${externalId}) as has`
}

/** Returns the `externalIds` that belong to a call. */
export async function selectAttachedIds(
  db: Db,
  carrierAccountId: string,
  externalIds: readonly string[],
): Promise<Set<string>> {
  return new Set(
    await allValues<string>(db)`
    select external_id from calls
    where carrier_account_id = ${carrierAccountId} and external_id = any(${externalIds}::text[])`,
  )
}

/** Another call between the same numbers was dialed since then, and may be at the carrier under an unknown id. */
export function hasUnattachedRival(
  db: Db,
  { accountId, id, assistantPhone, clientPhone }: Pick<Call, 'accountId' | 'id' | 'assistantPhone' | 'clientPhone'>,
  since: Date,
): Promise<boolean> {
  return oneValue<boolean>(db)`
    select exists (
      select from calls where account_id = ${accountId} and client_phone = ${clientPhone}
        and assistant_phone = ${assistantPhone} and id <> ${id} and external_id is null and failure_reason is null
        and dial_state <> 'waiting' and dialed_at >= ${since}) as has`
}

/** Returns false if the call has one of the later statuses. */
export function advanceStatus(
  db: Db,
  { accountId, id }: Pick<Call, 'accountId' | 'id'>,
  { status, before }: { status: OpenStatus; before: readonly OpenStatus[] },
): Promise<boolean> {
  return changesOne(db)`
    update calls c set status = ${status}, updated_at = app_now()
    where c.account_id = ${accountId} and c.id = ${id} and ${isOpen} and c.status = any(${before}::text[])`
}

/** Replaces the token of an inbound call whose webhook the carrier repeats. False if the media connection was opened. */
export function renewMediaToken(
  db: Db,
  { accountId, id }: Pick<Call, 'accountId' | 'id'>,
  { sha256, forMs }: { sha256: Buffer; forMs: number },
): Promise<boolean> {
  return changesOne(db)`
    update calls c set media_token_sha256 = ${sha256}, media_token_until = ${fromNow(forMs)}, updated_at = app_now()
    where c.account_id = ${accountId} and c.id = ${id} and ${isOpen} and c.answered_at is null`
}

export interface MediaClaim {
  tokenSha256: Buffer
  externalId: string
  carrierAccountId: string
  processId: string
  /** After the maximum duration. */
  marginMs: number
}

/**
 * Opens the media connection of a call. Returns undefined if the token is unknown, used, expired or of another call. The
 * token stays, so that `findClaimed` can find the call.
 */
export function claimMediaToken(db: Db, claim: MediaClaim): Promise<Call | undefined> {
  const { tokenSha256, externalId, carrierAccountId, processId, marginMs } = claim
  return firstRow<Call>(db)`
    update calls c set process_id = ${processId}, answered_at = app_now(),
      checkpoint_at = app_now(), external_id = ${externalId}, dial_state = 'placed', status = 'in-progress',
      deadline_at = app_now() + make_interval(secs => c.max_seconds + ${marginMs / 1000}), updated_at = app_now()
    where c.media_token_sha256 = ${tokenSha256} and c.media_token_until > app_now() and ${isOpen}
      and c.answered_at is null and c.carrier_account_id = ${carrierAccountId}
      and (c.external_id is null or c.external_id = ${externalId})
      and not exists (select from calls o where o.carrier_account_id = ${carrierAccountId} and o.external_id = ${externalId}
        and o.id <> c.id)
    returning ${callColumns}`
}

/** The open call whose media connection this process has opened with the token. */
export function findClaimed(
  db: Db,
  { tokenSha256, processId }: Pick<MediaClaim, 'tokenSha256' | 'processId'>,
): Promise<Call | undefined> {
  return firstRow<Call>(db)`
    select ${callColumns} from calls c
    where c.media_token_sha256 = ${tokenSha256} and c.process_id = ${processId} and c.answered_at is not null and ${isOpen}`
}

/** The assistant of the web call that the token admits to. */
export async function findWebAssistant(
  db: Db,
  tokenSha256: Buffer,
): Promise<Pick<Assistant, 'widgetOrigins'> | undefined> {
  const { rows } = await sql<Pick<Call, 'assistant'>>`
    select c.assistant from calls c where c.media_token_sha256 = ${tokenSha256} and c.type = 'web' and ${isOpen}`.execute(
    db,
  )
  return rows[0]?.assistant
}

/** Uses up the token of a web call. Returns undefined if the token is unknown, used or expired. */
export function claimWebToken(
  db: Db,
  { tokenSha256, processId }: Pick<MediaClaim, 'tokenSha256' | 'processId'>,
): Promise<Call | undefined> {
  return firstRow<Call>(db)`
    update calls c set media_token_sha256 = null, process_id = ${processId}, updated_at = app_now()
    where c.media_token_sha256 = ${tokenSha256} and c.media_token_until > app_now() and ${isOpen} and c.type = 'web'
    returning ${callColumns}`
}

/** The browser of a claimed web call can hear the assistant. Returns the time, or undefined if the call has ended. */
export function connectWebCall(
  db: Db,
  { accountId, id }: Pick<Call, 'accountId' | 'id'>,
  marginMs: number,
): Promise<Timestamp | undefined> {
  return firstValue<Timestamp>(db)`
    update calls c set answered_at = app_now(), checkpoint_at = app_now(), status = 'in-progress',
      deadline_at = app_now() + make_interval(secs => c.max_seconds + ${marginMs / 1000}), updated_at = app_now()
    where c.account_id = ${accountId} and c.id = ${id} and ${isOpen} and c.answered_at is null
    returning answered_at`
}

/** Records that the session is alive. Returns false if the call has ended. */
export function markAlive(db: Db, accountId: number, id: number): Promise<boolean> {
  return changesOne(db)`
    update calls c set checkpoint_at = app_now()
    where c.account_id = ${accountId} and c.id = ${id} and ${isOpen} and c.answered_at is not null`
}

/** Writes the entries from `position` on, and keeps the earlier ones. */
export async function saveTranscript(
  db: Db,
  accountId: number,
  callId: number,
  position: number,
  entries: readonly TranscriptEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into call_transcript (account_id, call_id, position, speaker, text, at_ms, interrupted, unspoken)
    select ${accountId}, ${callId}, ${position} + o.n - 1, e.speaker, e.text, e."atMs", coalesce(e.interrupted, false),
      e.unspoken
    from json_array_elements(${JSON.stringify(entries)}::json) with ordinality as o (entry, n),
      json_to_record(o.entry) as e (speaker text, text text, "atMs" int, interrupted boolean, unspoken text)
    on conflict (account_id, call_id, position) do update set speaker = excluded.speaker, text = excluded.text,
      at_ms = excluded.at_ms, interrupted = excluded.interrupted, unspoken = excluded.unspoken`.execute(db)
}

/** Deletes the entries from `position` on. */
export async function truncateTranscript(db: Db, accountId: number, callId: number, position: number): Promise<void> {
  await sql`
    delete from call_transcript
    where account_id = ${accountId} and call_id = ${callId} and position >= ${position}`.execute(db)
}

/** Per call; further events are dropped. */
const maxTimelineEvents = 2_000

/** `since` is the time to which `atMs` of the events refers; null means now. */
export async function addTimeline(
  db: Db,
  { accountId, id, answeredAt }: Pick<Call, 'accountId' | 'id' | 'answeredAt'>,
  events: readonly { atMs: number; type: StoredType; detail: Record<string, unknown> }[],
): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into call_timeline (account_id, call_id, at, type, detail)
    select ${accountId}, ${id}, coalesce(${answeredAt}::timestamptz, app_now()) + make_interval(secs => e."atMs" / 1000.0),
      e.type, e.detail
    from json_to_recordset(${JSON.stringify(events)}::json) as e ("atMs" float8, type text, detail json)
    limit greatest(0, ${maxTimelineEvents} - (
      select count(*) from call_timeline where account_id = ${accountId} and call_id = ${id}))`.execute(db)
}

/** Adds an event that happens now. */
export const addEvent = (
  db: Db,
  { accountId, id }: Pick<Call, 'accountId' | 'id'>,
  type: StoredType,
  detail: Record<string, unknown> = {},
): Promise<void> => addTimeline(db, { accountId, id, answeredAt: null }, [{ atMs: 0, type, detail }])

/** Returns false if the result came before. A machine that has finished its greeting replaces any other result. */
export function saveAnsweredBy(
  db: Db,
  { accountId, id }: Pick<Call, 'accountId' | 'id'>,
  { answeredBy, greetingEnded }: { answeredBy: AnsweredBy; greetingEnded: boolean },
): Promise<boolean> {
  return changesOne(db)`
    update calls c set answered_by = ${answeredBy}, greeting_ended = ${greetingEnded}, updated_at = app_now()
    where c.account_id = ${accountId} and c.id = ${id}
      and (c.answered_by is null or (${greetingEnded}::boolean and not c.greeting_ended))`
}

/** The carrier reports the end of a call whose session has not reported it yet; the session gets `graceMs` for that. */
export async function saveCarrierEnd(
  db: Db,
  { accountId, id }: Pick<Call, 'accountId' | 'id'>,
  { seconds, graceMs }: { seconds: number | null; graceMs: number },
): Promise<void> {
  await sql`
    update calls c set carrier_seconds = coalesce(c.carrier_seconds, ${seconds}::int),
      deadline_at = case when c.deadline_at is null then null else least(c.deadline_at, ${fromNow(graceMs)}) end
    where c.account_id = ${accountId} and c.id = ${id}`.execute(db)
}

interface Settlement {
  status: CallStatus
  durationSeconds: number
  costMicros: number
  carrierCostMicros: number
}

/** Returns undefined if the call has ended before. */
export function endCallRow(
  tx: DbTransaction,
  { accountId, id }: Pick<Call, 'accountId' | 'id'>,
  end: Omit<CallEnding, 'transcript' | 'timeline' | 'answerer'> & Settlement & Pick<Call, 'answerer'>,
): Promise<Call | undefined> {
  return firstRow<Call>(tx)`
    update calls c set status = ${end.status}, ended_reason = ${end.endedReason}, ended_by = ${end.endedBy}, ended_at = app_now(),
      deadline_at = null, media_token_sha256 = null, visitor_address = null, duration_seconds = ${end.durationSeconds},
      dial_state = case when c.dial_state = 'placed' then 'placed' else 'refused' end,
      cost_micros = c.cost_micros + ${end.costMicros},
      carrier_cost_micros = c.carrier_cost_micros + ${end.carrierCostMicros}, error_code = ${end.errorCode ?? null},
      error_message = ${end.errorMessage ?? null}, failure_reason = ${end.failureReason ?? null}, answered_by = coalesce(${end.answeredBy ?? null}, c.answered_by),
      answerer = ${end.answerer},
      recording_key = ${end.recordingKey ?? null}, latency = ${JSON.stringify(end.latency)}::jsonb,
      interaction = ${end.interaction ? JSON.stringify(end.interaction) : null}::jsonb,
      turn_states = ${JSON.stringify(end.turnStates ?? [])}::jsonb,
      served = ${end.served ? JSON.stringify(end.served) : null}::jsonb, updated_at = app_now()
    where c.account_id = ${accountId} and c.id = ${id} and ${isOpen}
    returning ${callColumns}`
}

/** Adds what the carrier charged after the end of the call, for a transfer. */
export async function addCost(
  tx: DbTransaction,
  { accountId, id }: Pick<Call, 'accountId' | 'id'>,
  costMicros: number,
): Promise<void> {
  await sql`
    update calls c set cost_micros = c.cost_micros + ${costMicros},
      carrier_cost_micros = c.carrier_cost_micros + ${costMicros}, updated_at = app_now()
    where c.account_id = ${accountId} and c.id = ${id}`.execute(tx)
}

/** Checks the call again in a minute. Returns false a quarter of an hour after it should have ended. */
export function postponeDeadline(db: Db, { accountId, id }: Pick<Call, 'accountId' | 'id'>): Promise<boolean> {
  return changesOne(db)`
    update calls c set deadline_at = ${fromNow(60_000)}
    where c.account_id = ${accountId} and c.id = ${id} and ${isOpen} and
      coalesce(c.checkpoint_at, c.created_at + interval '15 minutes') > app_now() - interval '15 minutes'`
}
