// Notifies the workers of all processes when jobs become due, because their own polling is slow.
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** Jobs that become due in the same slot share a notification. Slot 0 is for jobs that are due immediately. */
const slotMs = 20
const immediately = 0

/** `db` must not be a transaction. If the process dies before it notifies, polling finds the job. */
export function createJobNotifier(db: Db): (afterMs: number) => void {
  const slots = new Map<number, number>()

  return (afterMs) => {
    // Polling finds jobs that are due later.
    if (afterMs > 120_000) return
    const slot = afterMs <= 0 ? immediately : Math.ceil((performance.now() + afterMs) / slotMs) + 1
    const count = slots.get(slot)
    slots.set(slot, (count ?? 0) + 1)
    if (count !== undefined) return
    const waitMs = slot === immediately ? 4 : slot * slotMs - performance.now()
    setTimeout(() => {
      const due = slots.get(slot)!
      slots.delete(slot)
      sql`select pg_notify('jobs:insert', json_build_object('r', random(), 'count', ${due}::int)::text)`
        .execute(db)
        .catch(() => {})
    }, waitMs).unref()
  }
}
