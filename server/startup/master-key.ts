// The key that seals stored secrets: from the settings, or made once and kept in the data directory.
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { hasTools } from '../features/assistants/index.ts'
import { hasCarrierAccounts } from '../features/senders/index.ts'
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
 * Refuses a key that is not the database's. Where nothing is sealed and nobody else is at work, the new key takes the
 * place of the former.
 */
export async function checkMasterKey(db: Db, key: Uint8Array): Promise<void> {
  const known = await keepFingerprint(db, key)
  if (known === fingerprintOf(key)) return
  const isFree = !(await hasSealed(db)) && !(await hasCompany(db)) && (await replaceFingerprint(db, known, key))
  if (isFree) return
  throw new Error(
    `the master key of this process (fingerprint ${fingerprintOf(key)}) is not the one under which the secrets in the database are sealed (${known}). Set MASTER_KEY to the former key, which is what the first machine has in MASTER_KEY or in DATA_DIR/master.key.`,
  )
}

async function hasSealed(db: Db): Promise<boolean> {
  const found = await Promise.all([hasSecrets(db), hasCarrierAccounts(db), hasTools(db)])
  return found.includes(true)
}

/** Whether another process is there: each holds a connection by which it shows that it lives. */
async function hasCompany(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from pg_stat_activity
      where datname = current_database() and application_name = 'parley presence') as has`.execute(db)
  return rows[0]!.has
}

async function readKey(path: string): Promise<Buffer | undefined> {
  try {
    const key = Buffer.from(await readFile(path, 'utf8'), 'base64')
    if (key.length !== keyBytes) throw new Error(`${path} does not hold a key of ${keyBytes} bytes.`)
    return key
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** Written aside and linked, so that of two first starts at once one wins and both read the same key. */
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
