// The SQL of users and of their recovery codes.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { changesOne, firstRow, hasRows, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface User {
  id: number
  email: string
  name: string
  passwordHash: string | null
  isOperator: boolean
  sealedTotpSecret: Buffer | null
  totpConfirmedAt: Timestamp | null
}

const columns = sql`id, email, name, password_hash, is_operator, sealed_totp_secret, totp_confirmed_at`

export function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  return firstRow<User>(db)`select ${columns} from users where lower(email) = lower(${email})`
}

export function findUser(db: Db, userId: number): Promise<User | undefined> {
  return firstRow<User>(db)`select ${columns} from users where id = ${userId}`
}

/** Undefined if the email is taken. */
export function insertUser(
  db: Db,
  user: { email: string; name: string; passwordHash: string | null; isOperator: boolean },
): Promise<User | undefined> {
  return firstRow<User>(db)`
    insert into users (email, name, password_hash, is_operator, created_at)
    values (${user.email}, ${user.name}, ${user.passwordHash}, ${user.isOperator}, app_now())
    on conflict do nothing returning ${columns}`
}

export async function updateName(db: Db, userId: number, name: string): Promise<void> {
  await sql`update users set name = ${name} where id = ${userId}`.execute(db)
}

/** Returns false if another user has the email. */
export function updateEmail(db: Db, userId: number, email: string): Promise<boolean> {
  return changesOne(db)`
    update users set email = ${email}
    where id = ${userId} and not exists (select from users where lower(email) = lower(${email}) and id <> ${userId})`
}

export function hasPasswords(db: Db): Promise<boolean> {
  return hasRows(db)`select from users where password_hash is not null limit 1`
}

/** Null: the user has none. */
export async function updatePassword(db: Db, userId: number, passwordHash: string | null): Promise<void> {
  await sql`update users set password_hash = ${passwordHash} where id = ${userId}`.execute(db)
}

export async function setOperator(db: Db, userId: number, isOperator: boolean): Promise<void> {
  await sql`update users set is_operator = ${isOperator} where id = ${userId}`.execute(db)
}

/** Returns false if another app is in use. */
export function startTotp(db: Db, userId: number, sealedSecret: Buffer): Promise<boolean> {
  return changesOne(db)`
    update users set sealed_totp_secret = ${sealedSecret}, totp_last_step = null
    where id = ${userId} and totp_confirmed_at is null`
}

export async function confirmTotp(db: Db, userId: number): Promise<void> {
  await sql`update users set totp_confirmed_at = app_now() where id = ${userId}`.execute(db)
}

export async function clearTotp(db: Db, userId: number): Promise<void> {
  await sql`
    update users set sealed_totp_secret = null, totp_confirmed_at = null, totp_last_step = null
    where id = ${userId}`.execute(db)
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(db)
}

/**
 * Uses up a time step, and returns false if it or a later one was used before. A last step in the future comes from a
 * clock that was wrong, and is ignored.
 */
export function takeTotpStep(db: Db, userId: number, step: number, currentStep: number): Promise<boolean> {
  return changesOne(db)`
    update users set totp_last_step = ${step}
    where id = ${userId} and (totp_last_step is null or totp_last_step < ${step} or totp_last_step > ${currentStep + 1})
  `
}

export async function insertRecoveryCodes(db: Db, userId: number, hashes: Buffer[]): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(db)
  await sql`
    insert into recovery_codes (user_id, code_sha256) select ${userId}, hash from unnest(${hashes}::bytea[]) as hash
  `.execute(db)
}

/** Returns false if there is no such code. */
export async function takeRecoveryCode(db: Db, userId: number, hash: Buffer): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from recovery_codes where user_id = ${userId} and code_sha256 = ${hash}`.execute(db)
  return numAffectedRows === 1n
}

export function hasTotpSecrets(db: Db): Promise<boolean> {
  return oneValue<boolean>(db)`
    select exists (select from users where sealed_totp_secret is not null) as any`
}
