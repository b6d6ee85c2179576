// Stores the fingerprint of the master key in the database, so that a different key is noticed at startup.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { firstValue, hasRows } from '#server/platform/database/statements.ts'
import type { Db } from '../database/database.ts'

/** Identifies a key without revealing it. */
export const fingerprintOf = (key: Uint8Array): string =>
  createHmac('sha256', key).update('parley master key').digest('hex').slice(0, 16)

/** Stores the fingerprint if there is none, and returns the stored one. */
export async function keepFingerprint(db: Db, key: Uint8Array): Promise<string> {
  const fingerprint = fingerprintOf(key)
  await sql`insert into master_key (fingerprint) values (${fingerprint}) on conflict do nothing`.execute(db)
  const found = await firstValue<string>(db)`select fingerprint from master_key`
  return found ?? fingerprint
}

/** Returns false if another process has replaced the fingerprint concurrently. */
export function replaceFingerprint(db: Db, known: string, key: Uint8Array): Promise<boolean> {
  return hasRows(db)`
    update master_key set fingerprint = ${fingerprintOf(key)} where fingerprint = ${known} returning 1`
}
