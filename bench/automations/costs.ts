// Measures what runs cost: rate, latency, processor time of the server and of PostgreSQL, and memory of the server.
import { median, type Round } from '../shared/load.ts'
import { postgresSeconds, processorSeconds, residentMegabytes } from '../shared/process-usage.ts'
import type { Server, Stage } from './stage.ts'

export interface CostlyRound extends Round {
  runs: number
  /** Processor time per run. */
  serverMs: number
  postgresMs: number
}

/** `work` resolves with the number of its runs when they have ended. */
export async function measureCosts(
  { database }: Stage,
  serverPid: number | undefined,
  work: () => Promise<Round & { runs: number }>,
): Promise<CostlyRound> {
  const serverSeconds = async (): Promise<number> => (serverPid ? await processorSeconds(serverPid) : 0)
  const used = [await serverSeconds(), await postgresSeconds(database)] as const
  const round = await work()
  return {
    ...round,
    serverMs: (((await serverSeconds()) - used[0]) * 1000) / round.runs,
    postgresMs: (((await postgresSeconds(database)) - used[1]) * 1000) / round.runs,
  }
}

export const medianOf = (rounds: readonly CostlyRound[], field: keyof CostlyRound): number =>
  median(rounds.map((round) => round[field]))

const watchMs = 50

/** Watches the resident memory until the work is done. */
export async function mostMegabytesDuring<T>({ pid }: Server, work: () => Promise<T>): Promise<[T, number]> {
  let most = await residentMegabytes(pid)
  const timer = setInterval(async () => {
    most = Math.max(most, await residentMegabytes(pid))
  }, watchMs)
  try {
    return [await work(), most]
  } finally {
    clearInterval(timer)
  }
}
