// Finds jobs that the database has given to a worker of this process in an answer that was lost with its connection.
import type { Db } from '../database/database.ts'
import { allValues } from '../database/statements.ts'

/** A job is in no task for a moment before it begins and after it has ended, until its result is stored. */
const graceMs = 15_000

interface LostFetchOptions {
  workerId: string
  db: Db
  /** Whether a task of the worker runs the job. */
  isRunning(jobId: string): boolean
  /** For tests. */
  delayMs?: number
}

/** Returns a function to be called every few seconds. It returns the ids of the jobs. */
export function findLostFetches({ workerId, db, isRunning, delayMs = graceMs }: LostFetchOptions) {
  let idleSinceMs = new Map<string, number>()

  return async (): Promise<string[]> => {
    const locked = await allValues<string>(db)`
      select id::text from graphile_worker._private_jobs where locked_by = ${workerId}`
    const nowMs = performance.now()
    const idle = locked.filter((id) => !isRunning(id))
    idleSinceMs = new Map(idle.map((id) => [id, idleSinceMs.get(id) ?? nowMs]))
    return idle.filter((id) => nowMs - idleSinceMs.get(id)! >= delayMs)
  }
}
