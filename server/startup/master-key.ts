// Reads the master key, which encrypts stored secrets, or creates it in the data directory.

import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { oneValue } from '#server/platform/database/statements.ts'
import type { Config } from '../config.ts'
import { hasTools } from '../features/assistants/index.ts'
import { hasConnections, hasTriggerSecrets } from '../features/automations/index.ts'
import { hasCalendars } from '../features/calendars/index.ts'
import { hasCarrierAccounts } from '../features/carrier-accounts/index.ts'
import { hasTotpSecrets } from '../features/members/index.ts'
import { hasSipPhones, hasTrunkPasswords } from '../features/sip-trunks/index.ts'
import { hasVendorKeys } from '../features/vendors/index.ts'
import { hasSecrets } from '../features/webhooks/index.ts'
import type { Db } from '../platform/database/database.ts'
import { fingerprintOf, keepFingerprint, replaceFingerprint } from '../platform/security/key-fingerprint.ts'

const keyBytes = 32

/** Processes on several machines must be given the same MASTER_KEY. */
export async function openMasterKey({ masterKey, dataDir }: Config): Promise<Buffer> {
  if (masterKey) return Buffer.from(masterKey, 'base64')
  const path = join(dataDir, 'master.key')
  return (await readKey(path)) ?? (await makeKey(dataDir, path))
}

/**
 * Rejects a key other than the one that the database was first used with. If nothing is encrypted yet and no other
 * process runs, the new key replaces the previous one.
 */
export async function checkMasterKey(db: Db, key: Uint8Array): Promise<void> {
  const known = await keepFingerprint(db, key)
  if (known === fingerprintOf(key)) return
  const isFree =
    !(await hasEncryptedSecrets(db)) && !(await hasOtherProcess(db)) && (await replaceFingerprint(db, known, key))
  if (isFree) return
  throw new Error(
    `the master key of this process (fingerprint ${fingerprintOf(key)}) does not match the key that encrypts the secrets in the database (${known}). Set MASTER_KEY to that key: the first machine has it in MASTER_KEY or in DATA_DIR/master.key.`,
  )
}

async function hasEncryptedSecrets(db: Db): Promise<boolean> {
  const checks = [
    hasSecrets,
    hasCarrierAccounts,
    hasTools,
    hasConnections,
    hasCalendars,
    hasTriggerSecrets,
    hasTotpSecrets,
    hasVendorKeys,
    hasTrunkPasswords,
    hasSipPhones,
  ]
  return (await Promise.all(checks.map((has) => has(db)))).includes(true)
}

/** Each running process holds a connection with this name. */
function hasOtherProcess(db: Db): Promise<boolean> {
  return oneValue<boolean>(db)`
    select exists (select from pg_stat_activity
      where datname = current_database() and application_name = 'parley liveness') as has`
}

async function readKey(path: string): Promise<Buffer | undefined> {
  try {
    const key = Buffer.from(await readFile(path, 'utf8'), 'base64')
    if (key.length !== keyBytes) throw new Error(`${path} does not contain a key of ${keyBytes} bytes.`)
    return key
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** Links a temporary file, so that two processes that start at the same time use the same key. */
async function makeKey(dataDir: string, path: string): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600 })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  return (await readKey(path))!
}
