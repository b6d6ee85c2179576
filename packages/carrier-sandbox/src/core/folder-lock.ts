// Locks a folder for one process; the operating system frees the lock when the process ends.
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const sqliteBusy = 5

/** Returns undefined if another process holds the lock. SQLite gives access to the file locks of every system. */
export function tryLock(path: string): Disposable | undefined {
  // SQLite creates files that other users can read.
  closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw error
  }
  return { [Symbol.dispose]: () => database.close() }
}
