// The SQL of people who listen to live calls.
import { sql } from 'kysely'
import type { Credential } from '#server/features/members/index.ts'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { changesOne, firstRow, firstValue } from '#server/platform/database/statements.ts'
import type { CallListener } from './listener.ts'

export interface NewListener extends CallListener {
  credential: Credential
  tokenSha256: Buffer
  tokenForMs: number
}

/** Listeners whose token can be used or who are connected, in calls that have not ended. */
const isCurrent = sql`l.closed_at is null and (l.opened_at is not null or l.token_until > app_now())
  and exists (select from calls c where c.account_id = l.account_id and c.id = l.call_id and c.ended_at is null)`

/** Returns false if the call or the account has too many listeners. */
export function insertListener(
  db: Db,
  { accountId, callId, id, mode, name, credential, tokenSha256, tokenForMs }: NewListener,
  limits: { perCall: number; perAccount: number },
): Promise<boolean> {
  return changesOne(db)`
    insert into call_listeners (account_id, call_id, id, mode, name, credential_kind, credential_id, token_sha256, token_until, created_at)
    select ${accountId}, ${callId}, ${id}, ${mode}, ${name}, ${credential.kind}, ${credential.id}, ${tokenSha256},
      ${fromNow(tokenForMs)}, app_now()
    from (
      select count(*) as of_account, count(*) filter (where l.call_id = ${callId}) as of_call
      from call_listeners l where l.account_id = ${accountId} and ${isCurrent}) counted
    where of_account < ${limits.perAccount} and of_call < ${limits.perCall}`
}

/** Of this call, listeners that have never connected. */
export async function deleteExpiredListeners(db: Db, accountId: number, callId: number): Promise<void> {
  await sql`
    delete from call_listeners
    where account_id = ${accountId} and call_id = ${callId} and opened_at is null and token_until <= app_now()`.execute(
    db,
  )
}

export interface ClaimedListener extends CallListener {
  credentialKind: Credential['kind']
  credentialId: number
  callUuid: string
  /** The process that has the call. */
  processId: string
}

/** Uses up the token. Undefined if it is unknown, used or expired, or if the call is not live. */
export function claimListener(db: Db, tokenSha256: Buffer): Promise<ClaimedListener | undefined> {
  return firstRow<ClaimedListener>(db)`
    update call_listeners l set token_sha256 = null, opened_at = app_now()
    from calls c
    where l.token_sha256 = ${tokenSha256} and l.token_until > app_now()
      and c.account_id = l.account_id and c.id = l.call_id and c.ended_at is null and c.answered_at is not null
      and c.process_id is not null
    returning l.account_id, l.call_id, l.id, l.mode, l.name, l.credential_kind, l.credential_id, c.uuid as call_uuid,
      c.process_id`
}

export async function closeListener(db: Db, { accountId, callId, id }: CallListener): Promise<void> {
  await sql`
    update call_listeners set closed_at = app_now()
    where account_id = ${accountId} and call_id = ${callId} and id = ${id} and closed_at is null`.execute(db)
}

export async function markTakenOver(db: Db, { accountId, callId, id }: CallListener): Promise<void> {
  await sql`
    update call_listeners set took_over_at = app_now(), handed_back_at = null
    where account_id = ${accountId} and call_id = ${callId} and id = ${id}`.execute(db)
}

export async function markHandedBack(db: Db, { accountId, callId, id }: CallListener): Promise<void> {
  await sql`
    update call_listeners set handed_back_at = app_now()
    where account_id = ${accountId} and call_id = ${callId} and id = ${id}`.execute(db)
}

/** The name of the person who has the call. */
export function findTakeover(db: Db, accountId: number, callId: number): Promise<string | undefined> {
  return firstValue<string>(db)`
    select name from call_listeners
    where account_id = ${accountId} and call_id = ${callId} and took_over_at is not null and handed_back_at is null`
}
