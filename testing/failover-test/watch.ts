// Repeats probes, and finds out since when everything works.
import { setTimeout } from 'node:timers/promises'
import type { ParleyProcesses } from './parley-processes.ts'
import type { Probe } from './probes.ts'

/** Everything must work for this long to count as recovered. */
const stableMs = 3_000

/** Per probe, the seconds from the moment at which a primary was there until it worked without further failures. */
export interface Recovery {
  isComplete: boolean
  times: Map<string, number>
  /** What did not work in the end, with the last error. */
  failing: string[]
}

export type Watched = ReturnType<typeof watchProbe>

export function watchProbe(probe: Probe, pauseMs: number, onResult: (isOk: boolean) => void = () => {}) {
  const closing = new AbortController()
  /** The end of the first success since the last failure. */
  let okSince: number | undefined
  /** The starts of the successes since the last failure. */
  let starts: number[] = []
  let lastError = 'not tried yet'

  async function repeat(): Promise<void> {
    while (!closing.signal.aborted) {
      const startedAt = performance.now()
      try {
        await probe.attempt()
        okSince ??= performance.now()
        starts = [...starts.slice(-9), startedAt]
        onResult(true)
      } catch (error) {
        okSince = undefined
        starts = []
        lastError = String((error as Error).message ?? error)
        onResult(false)
      }
      await setTimeout(pauseMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const ended = repeat()
  return {
    name: probe.name,
    lastError: () => lastError,
    /** When it worked for good, if it has been tried twice since `fromMs` and is working. */
    workedAt: (fromMs: number): number | undefined =>
      starts.filter((startedAt) => startedAt >= fromMs).length >= 2 ? okSince : undefined,
    async [Symbol.asyncDispose](): Promise<void> {
      closing.abort()
      await ended
    },
  }
}

export async function untilRecovered(watched: readonly Watched[], fromMs: number, withinMs: number): Promise<Recovery> {
  for (;;) {
    const workedAt = watched.map((each) => each.workedAt(fromMs))
    const latest = Math.max(fromMs, ...workedAt.map((at) => at ?? Number.POSITIVE_INFINITY))
    const isComplete = performance.now() - latest >= stableMs
    if (isComplete || performance.now() - fromMs > withinMs) {
      const times = new Map<string, number>()
      for (const [index, { name }] of watched.entries()) {
        const seconds = Math.max(0, (workedAt[index] ?? performance.now()) - fromMs) / 1_000
        times.set(name, Math.max(times.get(name) ?? 0, seconds))
      }
      const failing = watched.flatMap((each, index) =>
        workedAt[index] === undefined ? [`${each.name}: ${each.lastError()}`] : [],
      )
      return { isComplete, times, failing }
    }
    await setTimeout(50)
  }
}

export type Honesty = ReturnType<typeof trackHonesty>

/** Measures for how long `/readyz` of a process answers 200 while no write succeeds. */
export function trackHonesty(processes: ParleyProcesses, index: number) {
  let writtenAt = performance.now()
  let unreadyAt = 0
  let longestMs = 0
  return {
    onWrite(isOk: boolean): void {
      if (isOk) writtenAt = performance.now()
    },
    onReady(isOk: boolean): void {
      if (!isOk) unreadyAt = performance.now()
      else
        longestMs = Math.max(
          longestMs,
          performance.now() - Math.max(writtenAt, unreadyAt, processes.startedAtMs(index)),
        )
    },
    /** Since the last call. */
    takeSeconds(): number {
      const seconds = longestMs / 1_000
      longestMs = 0
      return seconds
    },
  }
}
