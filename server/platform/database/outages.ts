// Counts failures while the database is not available, and logs one line a minute for each reason in place of each failure.
import type { Log } from '../observability/log.ts'
import type { CounterSpec } from '../observability/metrics.ts'
import type { Db } from './database.ts'
import { oneValue } from './statements.ts'
import { type UnavailableReason, unavailableReason, unavailableReasons } from './unavailable.ts'

const lineEveryMs = 60_000
/** An outage has ended when nothing has failed for this long and the database accepts writes. */
const quietMs = 10_000
const checkEveryMs = 2_000

export const databaseUnavailable = {
  name: 'parley_database_unavailable_total',
  help: 'Requests, jobs and other work that failed because the database was not available.',
  label: 'reason',
  words: Object.keys(unavailableReasons) as UnavailableReason[],
} as const satisfies CounterSpec

interface Outage {
  beganAtMs: number
  failedAtMs: number
  isLogged: boolean
  /** Since the last line, by what failed. */
  failures: Map<string, number>
}

export interface OutageOptions {
  log: Log
  db: Db
  countEvent(counter: typeof databaseUnavailable, reason: UnavailableReason): void
  /** For tests. */
  delays?: { lineEveryMs: number; quietMs: number; checkEveryMs: number }
}

export interface Outages extends Disposable {
  /** Counts the error and returns true if it means that the database is not available. `what` is one of few texts. */
  count(error: unknown, what: string): boolean
}

/** Checks nothing while the database is available. */
export function createOutages({ log, db, countEvent, delays }: OutageOptions): Outages {
  const {
    lineEveryMs: lineMs,
    quietMs: endMs,
    checkEveryMs: checkMs,
  } = delays ?? { lineEveryMs, quietMs, checkEveryMs }
  const outages = new Map<UnavailableReason, Outage>()
  /** Kept after an outage, so that several in quick succession do not add lines. */
  const lineAtMs = new Map<UnavailableReason, number>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function count(error: unknown, what: string): boolean {
    const reason = unavailableReason(error)
    if (!reason) return false
    const nowMs = performance.now()
    const outage = outages.get(reason) ?? { beganAtMs: nowMs, failedAtMs: nowMs, isLogged: false, failures: new Map() }
    outages.set(reason, outage)
    outage.failedAtMs = nowMs
    outage.failures.set(what, (outage.failures.get(what) ?? 0) + 1)
    countEvent(databaseUnavailable, reason)
    report(reason, outage)
    if (!timer && !isClosed) checkLater()
    return true
  }

  function report(reason: UnavailableReason, outage: Outage): void {
    const nowMs = performance.now()
    if (outage.failures.size === 0 || nowMs - (lineAtMs.get(reason) ?? Number.NEGATIVE_INFINITY) < lineMs) return
    lineAtMs.set(reason, nowMs)
    outage.isLogged = true
    log.error(fieldsOf(reason, outage), 'the database is not available')
    outage.failures.clear()
  }

  function checkLater(): void {
    timer = setTimeout(async () => {
      await check()
      timer = undefined
      if (outages.size > 0 && !isClosed) checkLater()
    }, checkMs).unref()
  }

  async function check(): Promise<void> {
    for (const [reason, outage] of outages) report(reason, outage)
    const isQuiet = ({ failedAtMs }: Outage): boolean => performance.now() - failedAtMs > endMs
    if (![...outages.values()].some(isQuiet) || !(await acceptsWrites(db))) return
    for (const [reason, outage] of outages) {
      if (!isQuiet(outage)) continue
      outages.delete(reason)
      if (outage.isLogged) log.warn(fieldsOf(reason, outage), 'the database is available again')
    }
  }

  return {
    count,
    [Symbol.dispose]() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** `seconds` is the time from the first failure to the last one. */
const fieldsOf = (reason: UnavailableReason, { beganAtMs, failedAtMs, failures }: Outage) => ({
  reason: unavailableReasons[reason],
  seconds: Math.round((failedAtMs - beganAtMs) / 100) / 10,
  failures: Object.fromEntries(failures),
})

async function acceptsWrites(db: Db): Promise<boolean> {
  try {
    return await oneValue<boolean>(db)`select current_setting('transaction_read_only') = 'off' as accepts`
  } catch {
    return false
  }
}
