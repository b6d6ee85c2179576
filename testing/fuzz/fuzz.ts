// Fuzzes the whole API with sequences of generated requests, which run in several lanes.
import fc from 'fast-check'
import { createLog } from '#server/platform/observability/log.ts'
import { allowRefused, refusedCalendars, unlimitedVisitors } from '../app/open-settings.ts'
import { startTestApp } from '../app/test-app.ts'
import { type Lane, openLane, type Tally } from './lane.ts'
import { anyRequest, type FuzzRequest } from './requests.ts'

export interface FuzzOptions {
  requests: number
  seed: number
  lanes: number
  /** Called after each batch. */
  progress?(tally: Tally, faults: readonly string[]): void
}

const sequences = fc.array(anyRequest, { minLength: 5, maxLength: 25, size: 'max' })

export async function fuzz({ requests, seed, lanes, progress }: FuzzOptions) {
  const startedAt = performance.now()
  const errors: string[] = []
  const log = createLog({
    level: 'error',
    pretty: false,
    destination: { write: (line) => void errors.splice(0, errors.length, line) },
  })
  await using parley = await startTestApp({
    log,
    carrier: {},
    config: { allowPrivate: allowRefused },
    settings: { ...unlimitedVisitors, ...refusedCalendars },
  })
  const tally: Tally = { requests: 0, byStatus: new Map(), succeeded: new Set(), slowestMs: 0, longestBlockMs: 0 }
  const faults: string[] = []
  let batch = 0

  const drive = async (): Promise<void> => {
    while (tally.requests < requests && faults.length < 10) {
      const number = batch++
      const lane = await openLane(parley, tally, () => errors[0] ?? '', number % 5 === 4)
      const fault = await faultOfBatch(lane, seed + number)
      if (fault) faults.push(`seed ${seed + number}: ${fault}`)
      // The jobs that the requests have added, now or later, are part of the test.
      if (number % 8 === 7) await parley.turnClock(45 * 60_000)
      if (number % 2 === 1) await parley.runJobs()
      progress?.(tally, faults)
    }
  }
  await Promise.all(Array.from({ length: lanes }, drive))
  return { ...tally, faults, elapsedMs: performance.now() - startedAt }
}

/** Runs the sequences of one batch; a fault is reported for the shortest sequence that causes it. */
async function faultOfBatch(lane: Lane, seed: number): Promise<string | undefined> {
  const property = fc.asyncProperty(sequences, (sequence: FuzzRequest[]) => lane.run(sequence))
  const details = await fc.check(property, { seed, numRuns: 12, interruptAfterTimeLimit: 60_000 })
  if (!details.failed || details.errorInstance === null) return undefined
  const length = details.counterexample?.[0].length ?? 0
  const before = length > 1 ? ` (the last of ${length} requests)` : ''
  const error = details.errorInstance as Error
  return `${error.name === 'Error' ? error.message : (error.stack ?? error.message)}${before}`
}
