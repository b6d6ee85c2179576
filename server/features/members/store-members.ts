// The SQL of memberships and invitations.
import { sql } from 'kysely'
import type { Role } from '#contract/wire/roles.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, changesOne, firstRow, mapOf, oneRow } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface MemberRow {
  id: number
  name: string
  email: string
  role: Role
  hasSecondFactor: boolean
  lastSeenAt: Timestamp | null
  createdAt: Timestamp
}

const memberColumns = sql`u.id, u.name, u.email, m.role, u.totp_confirmed_at is not null as has_second_factor,
  (select max(s.last_used_at) from sessions s where s.user_id = u.id and s.account_id = m.account_id) as last_seen_at,
  m.created_at`

export function selectMembers(db: Db, accountId: number): Promise<MemberRow[]> {
  return allRows<MemberRow>(db)`
    select ${memberColumns} from members m join users u on u.id = m.user_id
    where m.account_id = ${accountId} order by m.created_at, u.id`
}

export function findMember(db: Db, accountId: number, userId: number): Promise<MemberRow | undefined> {
  return firstRow<MemberRow>(db)`
    select ${memberColumns} from members m join users u on u.id = m.user_id
    where m.account_id = ${accountId} and m.user_id = ${userId}`
}

/** The membership cannot end before the transaction does. */
export function lockMember(
  db: Db,
  accountId: number,
  userId: number,
): Promise<{ name: string; role: Role } | undefined> {
  return firstRow<{ name: string; role: Role }>(db)`
    select u.name, m.role from members m join users u on u.id = m.user_id
    where m.account_id = ${accountId} and m.user_id = ${userId} for key share of m`
}

export function selectMemberNames(
  db: Db,
  accountId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  return mapOf<number, string>(db)`
    select u.id, u.name from members m join users u on u.id = m.user_id
    where m.account_id = ${accountId} and m.user_id = any(${userIds}::bigint[])`
}

/** Locks them as `lockMember` does. */
export function lockMembersWithRole(db: Db, accountId: number, roles: readonly Role[]): Promise<number[]> {
  return allValues<number>(db)`
    select user_id from members
    where account_id = ${accountId} and role = any(${roles}::text[]) order by user_id for key share`
}

export interface Membership {
  accountId: number
  role: Role
}

/** The one whose session was used last comes first. */
export function selectMemberships(db: Db, userId: number): Promise<Membership[]> {
  return allRows<Membership>(db)`
    select m.account_id, m.role from members m where m.user_id = ${userId}
    order by (select max(s.last_used_at) from sessions s where s.user_id = m.user_id and s.account_id = m.account_id)
      desc nulls last, m.created_at, m.account_id`
}

/** Returns false for an existing member, who keeps the role. */
export function insertMember(db: Db, accountId: number, userId: number, role: Role): Promise<boolean> {
  return changesOne(db)`
    insert into members (account_id, user_id, role, created_at) values (${accountId}, ${userId}, ${role}, app_now())
    on conflict do nothing`
}

/** Changes of an account's owners run one after another, so that two owners cannot remove each other. */
export function lockOwners(db: Db, accountId: number): Promise<number[]> {
  return allValues<number>(db)`
    select user_id from members where account_id = ${accountId} and role = 'owner' order by user_id for update`
}

export function updateRole(db: Db, accountId: number, userId: number, role: Role): Promise<boolean> {
  return changesOne(db)`
    update members set role = ${role} where account_id = ${accountId} and user_id = ${userId}`
}

export async function deleteMember(db: Db, accountId: number, userId: number): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from members where account_id = ${accountId} and user_id = ${userId}`.execute(db)
  return numAffectedRows === 1n
}

export interface InvitationRow {
  accountId: number
  id: number
  email: string
  role: Role
  invitedBy: string
  createdAt: Timestamp
  expiresAt: Timestamp
}

const invitationColumns = sql`account_id, id, email, role, invited_by, created_at, expires_at`

/** Replaces an earlier invitation of the email. */
export function replaceInvitation(
  db: Db,
  accountId: number,
  invitation: { email: string; role: Role; invitedBy: string; secretSha256: Buffer; validMs: number },
): Promise<InvitationRow> {
  const { email, role, invitedBy, secretSha256, validMs } = invitation
  return oneRow<InvitationRow>(db)`
    insert into invitations (account_id, email, role, invited_by, secret_sha256, created_at, expires_at)
    values (${accountId}, ${email}, ${role}, ${invitedBy}, ${secretSha256}, app_now(),
      app_now() + make_interval(secs => ${validMs / 1000}))
    on conflict (account_id, lower(email)) do update set role = excluded.role, invited_by = excluded.invited_by,
      secret_sha256 = excluded.secret_sha256, created_at = excluded.created_at, expires_at = excluded.expires_at
    returning ${invitationColumns}`
}

/** The invitations that have not expired. */
export function selectInvitations(db: Db, accountId: number): Promise<InvitationRow[]> {
  return allRows<InvitationRow>(db)`
    select ${invitationColumns} from invitations
    where account_id = ${accountId} and expires_at > app_now() order by id`
}

export function findInvitation(db: Db, secretSha256: Buffer): Promise<InvitationRow | undefined> {
  return firstRow<InvitationRow>(db)`
    select ${invitationColumns} from invitations
    where secret_sha256 = ${secretSha256} and expires_at > app_now()`
}

/** Returns false if it was accepted or revoked in the meantime. */
export function deleteInvitation(db: Db, accountId: number, id: number): Promise<boolean> {
  return changesOne(db)`delete from invitations where account_id = ${accountId} and id = ${id}`
}

/** Maps each account with members to their number. */
export function countMembers(db: Db, accountIds: number[]): Promise<Map<number, number>> {
  return mapOf<number, number>(db)`
    select account_id, count(*) from members where account_id = any(${accountIds}::bigint[]) group by 1`
}
