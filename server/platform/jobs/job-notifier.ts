// Jobs begin when they are due: the workers of all processes are woken for them, whose own rounds are slow.
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** What is due later waits for a round. */
const longestMs = 120_000
/** Jobs that are due at about the same time ring once; those that are due at once have a slot of their own. */
const slotMs = 20
const atOnce = 0
const togetherMs = 4

/** `db` is no transaction. A process that dies takes its alarms with it: then the next round finds the job. */
export function createJobNotifier(db: Db): (afterMs: number) => void {
  const slots = new Map<number, number>()

  return (afterMs) => {
    if (afterMs > longestMs) return
    const slot = afterMs <= 0 ? atOnce : Math.ceil((performance.now() + afterMs) / slotMs) + 1
    const count = slots.get(slot)
    slots.set(slot, (count ?? 0) + 1)
    if (count !== undefined) return
    const waitMs = slot === atOnce ? togetherMs : slot * slotMs - performance.now()
    setTimeout(() => {
      const due = slots.get(slot)!
      slots.delete(slot)
      notifyWorkers(db, due)
    }, waitMs).unref()
  }
}

/** Graphile Worker's own signal that jobs have come, by itself: a commit that writes nothing else is not waited for. */
function notifyWorkers(db: Db, count: number): void {
  sql`select pg_notify('jobs:insert', json_build_object('r', random(), 'count', ${count}::int)::text)`
    .execute(db)
    .catch(() => {})
}
