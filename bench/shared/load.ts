// Load generation and latency statistics.
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { stopIfAsked } from './progress.ts'

/** The nearest-rank percentile, or NaN for an empty sample. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const percentiles = (sample: readonly number[], shares: readonly number[]): number[] =>
  shares.map((share) => percentile(sample, share))

/** The p50 and the p95 of times in milliseconds. */
export function secondsRange(timesMs: readonly number[]): string {
  const at = (share: number): string => (percentile(timesMs, share) / 1_000).toFixed(2)
  return `${at(0.5)} / ${at(0.95)} s`
}

export const median = (sample: readonly number[]): number => percentile(sample, 0.5)

/** Repeats the work, and returns the milliseconds of each time. */
export async function timeEach(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const sample: number[] = []
  while (sample.length < times) {
    stopIfAsked()
    const startedAt = performance.now()
    await work()
    sample.push(performance.now() - startedAt)
  }
  return sample
}

/** The throughput and latencies of one round. */
export interface Round {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

export function roundOf(latenciesMs: readonly number[], elapsedMs: number): Round {
  return {
    perSecond: (latenciesMs.length / elapsedMs) * 1000,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  }
}

/** The median of each value over the rounds. */
export function medianRound(rounds: readonly Round[]): Round {
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
  }
}

const timeouts = { headersTimeout: 30_000, bodyTimeout: 30_000 }
/** `keepAliveMaxTimeout` is shorter than that of the server, so that no connection is reused while the server closes it. */
const dispatcher = new Agent({ connections: 256, keepAliveMaxTimeout: 10_000, ...timeouts })

/** Posts the body, if there is one. Returns the response, and throws if it is no success. */
export async function exchange(url: string, options: { headers: Record<string, string>; body?: string }) {
  const method = options.body === undefined ? 'GET' : 'POST'
  const answer = await request(url, { dispatcher, method, ...options })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${url} responded with ${answer.statusCode}: ${text}`)
  return text
}

export interface LoadOptions {
  connections: number
  seconds: number
}

/** Runs the work repeatedly on each connection. */
export async function loadWork(work: () => Promise<unknown>, options: LoadOptions): Promise<Round> {
  const { connections, seconds } = options
  const latenciesMs: number[] = []
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  async function worker(): Promise<void> {
    while (performance.now() < until) {
      const begunAt = performance.now()
      await work()
      latenciesMs.push(performance.now() - begunAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return roundOf(latenciesMs, performance.now() - startedAt)
}

/** Alternates rounds of both, swapping the order each time. The first round is a warm-up and not counted. */
export async function alternate<T>(
  rounds: number,
  one: () => Promise<T>,
  other: () => Promise<T>,
): Promise<[T[], T[]]> {
  const results: [T[], T[]] = [[], []]
  for (let round = -1; round < rounds; round++) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0]
    for (const which of order) {
      stopIfAsked()
      const result = await (which === 0 ? one() : other())
      if (round >= 0) results[which]!.push(result)
    }
  }
  return results
}

/** The median ratio of the throughputs of rounds that alternated. */
export const ratioOf = (ours: readonly Round[], theirs: readonly Round[]): number =>
  median(ours.map((round, index) => round.perSecond / theirs[index]!.perSecond))

/** Latency is measured from the scheduled time, so that it includes the delay of a server that falls behind. */
export async function loadAtFixedRate(
  work: (index: number) => Promise<unknown>,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Round> {
  const latenciesMs: number[] = []
  const running: Promise<void>[] = []
  const startedAt = performance.now() + 20
  for (let index = 0; index < perSecond * seconds; index++) {
    const dueAt = startedAt + (index * 1000) / perSecond
    const waitMs = dueAt - performance.now()
    if (waitMs > 0) await pause(waitMs)
    if (index % perSecond === 0) stopIfAsked()
    const done = work(index).then(() => {
      latenciesMs.push(performance.now() - dueAt)
    })
    done.catch(() => {})
    running.push(done)
  }
  await Promise.all(running)
  return roundOf(latenciesMs, performance.now() - startedAt)
}
