// The fingerprint of the master key, kept beside what is sealed under it, so that another key is noticed at the start.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** Tells keys apart and says nothing of them. */
export const fingerprintOf = (key: Uint8Array): string =>
  createHmac('sha256', key).update('parley master key').digest('hex').slice(0, 16)

/** That of the key, unless another one is kept already; then that one. */
export async function keepFingerprint(db: Db, key: Uint8Array): Promise<string> {
  const fingerprint = fingerprintOf(key)
  await sql`insert into master_key (fingerprint) values (${fingerprint}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ fingerprint: string }>`select fingerprint from master_key`.execute(db)
  return rows[0]?.fingerprint ?? fingerprint
}

/** False when another process has replaced it meanwhile. */
export async function replaceFingerprint(db: Db, known: string, key: Uint8Array): Promise<boolean> {
  const { rows } = await sql`
    update master_key set fingerprint = ${fingerprintOf(key)} where fingerprint = ${known} returning 1`.execute(db)
  return rows.length > 0
}
