// Locks between processes, which the operating system releases when a process ends.
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { fault } from './fault.ts'

/** SQLite's file locks are the only kernel locks that Node.js can use on every system. The files stay empty. */
export interface Lock extends Disposable {
  release(): void
}

/** Waits until no other process holds the lock in any mode. */
export async function holdAlone(path: string, patienceMs: number): Promise<Lock> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const lock = tryHoldAlone(path)
    if (lock) return lock
    if (performance.now() > deadline) {
      throw fault('busy', `Another process of Parley has held ${path} for too long: stop it, or set DATABASE_URL.`)
    }
    await pause(10)
  }
}

/** Undefined if another process holds the lock in any mode. */
export function tryHoldAlone(path: string): Lock | undefined {
  return take(path, ['BEGIN EXCLUSIVE'])
}

/** Undefined if another process holds the lock exclusively. */
export function tryHoldShared(path: string): Lock | undefined {
  return take(path, ['BEGIN', 'SELECT count(*) FROM sqlite_schema'])
}

function take(path: string, statements: string[]): Lock | undefined {
  // SQLite would create the file readable by others.
  closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    for (const statement of statements) database.prepare(statement).all()
  } catch (error) {
    database.close()
    const busy = 5
    if ((error as { errcode?: number }).errcode === busy) return undefined
    throw error
  }
  const release = () => {
    if (database.isOpen) database.close()
  }
  return { release, [Symbol.dispose]: release }
}
