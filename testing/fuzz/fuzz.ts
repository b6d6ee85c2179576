// Fuzzes the whole API with sequences of generated requests, which run in several lanes.
import fc from 'fast-check'
import { createLog } from '#server/platform/observability/log.ts'
import { allowRefused, refusedCalendars, unlimitedVisitors } from '../app/open-settings.ts'
import { startTestApp } from '../app/test-app.ts'
import { type Call, calls } from '../matrix/positions.ts'
import { exceptions } from './exceptions.ts'
import { type Lane, openLane, type Tally } from './lane.ts'
import { anyRequestTo, type FuzzRequest } from './requests.ts'
import { openFuzzServices } from './services.ts'

export interface FuzzOptions {
  /** Endpoints that have not succeeded by then get up to a quarter more. */
  requests: number
  seed: number
  lanes: number
  /** Called after each batch. */
  progress?(tally: Tally, faults: readonly string[]): void
}

export async function fuzz({ requests, seed, lanes, progress }: FuzzOptions) {
  const startedAt = performance.now()
  const errors: string[] = []
  const log = createLog({
    level: 'error',
    pretty: false,
    destination: { write: (line) => void errors.splice(0, errors.length, line) },
  })
  await using services = await openFuzzServices()
  await using parley = await startTestApp({
    log,
    carrier: {},
    config: {
      allowPrivate: [...allowRefused, ...services.allowPrivate],
      vendorUrls: services.vendorUrls,
      localPorts: services.localPorts,
    },
    settings: { ...unlimitedVisitors, ...refusedCalendars },
  })
  const tally: Tally = { requests: 0, byStatus: new Map(), succeeded: new Set(), slowestMs: 0, longestBlockMs: 0 }
  const faults: string[] = []
  let batch = 0

  const silent = () => calls.filter(({ endpoint }) => !tally.succeeded.has(endpoint))

  /** The endpoints of the next batch; none at the end. */
  function nextEndpoints(): readonly Call[] {
    if (faults.length >= 10 || tally.requests >= requests * 1.25) return []
    return tally.requests < requests ? calls : silent().filter(({ name }) => !exceptions[name])
  }

  const drive = async (): Promise<void> => {
    for (let endpoints = nextEndpoints(); endpoints.length > 0; endpoints = nextEndpoints()) {
      const number = batch++
      const lane = await openLane({ parley, services, tally, lastError: () => errors[0] ?? '', poor: number % 5 === 4 })
      const fault = await faultOfBatch(lane, endpoints, seed + number)
      if (fault) faults.push(`seed ${seed + number}: ${fault}`)
      // The jobs that the requests have added, now or later, are part of the test.
      if (number % 8 === 7) await parley.turnClock(45 * 60_000)
      if (number % 2 === 1) await parley.runJobs()
      progress?.(tally, faults)
    }
  }
  await Promise.all(Array.from({ length: lanes }, drive))
  return { ...tally, faults, silent: silent().map(({ name }) => name), elapsedMs: performance.now() - startedAt }
}

/** Runs the sequences of one batch; a fault is reported for the shortest sequence that causes it. */
async function faultOfBatch(lane: Lane, endpoints: readonly Call[], seed: number): Promise<string | undefined> {
  const sequences = fc.array(anyRequestTo(endpoints), { minLength: 5, maxLength: 25, size: 'max' })
  const property = fc.asyncProperty(sequences, (sequence: FuzzRequest[]) => lane.run(sequence))
  const numRuns = endpoints === calls ? 24 : 6
  const details = await fc.check(property, { seed, numRuns, interruptAfterTimeLimit: 60_000 })
  if (!details.failed || details.errorInstance === null) return undefined
  const length = details.counterexample?.[0].length ?? 0
  const before = length > 1 ? ` (the last of ${length} requests)` : ''
  const error = details.errorInstance as Error
  return `${error.name === 'Error' ? error.message : (error.stack ?? error.message)}${before}`
}
