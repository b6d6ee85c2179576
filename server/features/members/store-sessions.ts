// The SQL of sessions and of links for users.
import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/wire/roles.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow, firstValue, hasRows, oneValue } from '#server/platform/database/statements.ts'
import type { Use } from '#server/platform/security/credential-cache.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface NewSession {
  userId: number
  accountId: number
  secretSha256: Buffer
  awaitsCode: boolean
  remoteAddress: string
  userAgent: string
  validMs: number
}

export async function insertSession(db: Db, session: NewSession): Promise<number> {
  const { userId, accountId, secretSha256, awaitsCode, remoteAddress, userAgent, validMs } = session
  return oneValue<number>(db)`
    insert into sessions (user_id, account_id, secret_sha256, awaits_code, remote_address, user_agent, created_at,
      last_used_at, expires_at)
    values (${userId}, ${accountId}, ${secretSha256}, ${awaitsCode}, ${remoteAddress}, ${userAgent}, app_now(), app_now(),
      app_now() + make_interval(secs => ${validMs / 1000}))
    returning id`
}

export interface SessionHolder {
  sessionId: number
  userId: number
  name: string
  isOperator: boolean
  accountId: number
  /** Null if the user is not a member of the account. */
  role: Role | null
}

export async function findSession(db: Db, secretSha256: Buffer, idleMs: number): Promise<SessionHolder | undefined> {
  const isUsed = sql`s.last_used_at > app_now() - make_interval(secs => ${idleMs / 1000})`
  return (await selectOpen(db, sql`s.secret_sha256 = ${secretSha256} and ${isUsed}`))[0]
}

/** The holder of a session that a connection uses, so that it need not be used by requests. */
export const findHolder = async (db: Db, sessionId: number): Promise<SessionHolder | undefined> =>
  (await selectHolders(db, [sessionId]))[0]

export const selectHolders = (db: Db, sessionIds: readonly number[]): Promise<SessionHolder[]> =>
  selectOpen(db, sql`s.id = any(${sessionIds}::bigint[])`)

function selectOpen(db: Db, condition: RawBuilder<unknown>): Promise<SessionHolder[]> {
  return allRows<SessionHolder>(db)`
    select s.id as session_id, s.user_id, u.name, u.is_operator, s.account_id, m.role
    from sessions s join users u on u.id = s.user_id
    left join members m on m.account_id = s.account_id and m.user_id = s.user_id
    where ${condition} and not s.awaits_code and s.expires_at > app_now()`
}

export interface PendingSession {
  id: number
  userId: number
  accountId: number
}

const longestAttempts = 5

/** Counts an attempt. Undefined if the session has ended, needs no code, or has used up its attempts. */
export function takeCodeAttempt(db: Db, secretSha256: Buffer): Promise<PendingSession | undefined> {
  return firstRow<PendingSession>(db)`
    update sessions set wrong_codes = wrong_codes + 1
    where secret_sha256 = ${secretSha256} and awaits_code and wrong_codes < ${longestAttempts} and expires_at > app_now()
    returning id, user_id, account_id`
}

export interface SessionRow {
  id: number
  remoteAddress: string
  userAgent: string
  createdAt: Timestamp
  lastUsedAt: Timestamp
  expiresAt: Timestamp
}

export function selectSessions(db: Db, userId: number): Promise<SessionRow[]> {
  return allRows<SessionRow>(db)`
    select id, remote_address, user_agent, created_at, last_used_at, expires_at from sessions
    where user_id = ${userId} and not awaits_code and expires_at > app_now()
    order by last_used_at desc, id desc limit 100`
}

export async function moveSession(db: Db, sessionId: number, accountId: number): Promise<void> {
  await sql`update sessions set account_id = ${accountId} where id = ${sessionId}`.execute(db)
}

export function deleteSession(db: Db, userId: number, sessionId: number): Promise<boolean> {
  return changesOne(db)`delete from sessions where id = ${sessionId} and user_id = ${userId}`
}

/** All sessions of the user except one. */
export async function deleteSessions(db: Db, userId: number, except?: number): Promise<void> {
  await sql`delete from sessions where user_id = ${userId} and id is distinct from ${except ?? null}`.execute(db)
}

export async function deleteSessionsInAccount(db: Db, userId: number, accountId: number): Promise<void> {
  await sql`delete from sessions where user_id = ${userId} and account_id = ${accountId}`.execute(db)
}

/** A time never decreases. */
export async function touchSessions(db: Db, uses: Use[]): Promise<void> {
  await sql`
    update sessions s set last_used_at = u.used_at
    from unnest(${uses.map(({ id }) => id)}::bigint[], ${uses.map(({ usedAt }) => usedAt.toISOString())}::timestamptz[])
      as u (id, used_at)
    where s.id = u.id and s.last_used_at < u.used_at`.execute(db)
}

export type LinkPurpose = 'sign-in' | 'password' | 'email'

/** Replaces earlier links of the user with the same purpose. */
export async function replaceLink(
  db: Db,
  userId: number,
  link: { purpose: LinkPurpose; secretSha256: Buffer; validMs: number; newEmail?: string },
): Promise<Timestamp> {
  const { purpose, secretSha256, validMs, newEmail = null } = link
  await sql`delete from user_links where user_id = ${userId} and purpose = ${purpose}`.execute(db)
  return oneValue<Timestamp>(db)`
    insert into user_links (secret_sha256, user_id, purpose, new_email, created_at, expires_at)
    values (${secretSha256}, ${userId}, ${purpose}, ${newEmail}, app_now(), app_now() + make_interval(secs => ${validMs / 1000}))
    returning expires_at`
}

/** Returns the id of the user and uses up the link. */
export function takeLink(db: Db, purpose: LinkPurpose, secretSha256: Buffer): Promise<number | undefined> {
  return firstValue<number>(db)`
    delete from user_links where secret_sha256 = ${secretSha256} and purpose = ${purpose} and expires_at > app_now()
    returning user_id`
}

/** Uses up a link that confirms an email. */
export function takeEmailLink(db: Db, secretSha256: Buffer): Promise<{ userId: number; newEmail: string } | undefined> {
  return firstRow<{ userId: number; newEmail: string }>(db)`
    delete from user_links where secret_sha256 = ${secretSha256} and purpose = 'email' and expires_at > app_now()
    returning user_id, new_email`
}

export function hasLink(db: Db, purpose: LinkPurpose, secretSha256: Buffer): Promise<boolean> {
  return hasRows(db)`
    select 1 from user_links
    where secret_sha256 = ${secretSha256} and purpose = ${purpose} and expires_at > app_now()`
}

export async function deleteLinks(db: Db, userId: number): Promise<void> {
  await sql`delete from user_links where user_id = ${userId}`.execute(db)
}

export async function deleteExpired(db: Db): Promise<void> {
  await sql`delete from sessions where expires_at < app_now()`.execute(db)
  await sql`delete from user_links where expires_at < app_now()`.execute(db)
  await sql`delete from invitations where expires_at < app_now() - interval '30 days'`.execute(db)
}
