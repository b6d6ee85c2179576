// Tracks the runs of this process, so that it executes none of them twice, and waits for them before it exits.
import type { ExecutionRef } from './store.ts'

/** One execution of a run. */
export interface Occupancy {
  /** Undefined until the process has taken the run. */
  ref: ExecutionRef | undefined
  /** Aborted when the run was taken away from the execution. */
  lost: AbortSignal
  lose(): void
  /** Resolves when the execution has ended. */
  ended: Promise<void>
  end(): void
}

const inProgress = new Map<string, Map<string, Occupancy>>()

/** Returns undefined if the process has an execution of the run, whether it still has the run or not. */
export function occupy(processId: string, runId: string): Occupancy | undefined {
  const own = inProgress.get(processId) ?? new Map<string, Occupancy>()
  if (own.has(runId)) return undefined
  const { promise, resolve } = Promise.withResolvers<void>()
  const controller = new AbortController()
  const occupancy: Occupancy = {
    ref: undefined,
    lost: controller.signal,
    lose: () => controller.abort(),
    ended: promise,
    end() {
      own.delete(runId)
      if (own.size === 0) inProgress.delete(processId)
      resolve()
    },
  }
  inProgress.set(processId, own.set(runId, occupancy))
  return occupancy
}

export const findOccupancy = (processId: string, runId: string): Occupancy | undefined =>
  inProgress.get(processId)?.get(runId)

/** The executions that have taken their runs. */
export const listExecutions = (processId: string): ExecutionRef[] =>
  [...(inProgress.get(processId)?.values() ?? [])].flatMap(({ ref }) => ref ?? [])

/** For a process that stops: each run ends its step, and leaves the others to another process. */
export async function waitForRuns({ processId }: { processId: string }): Promise<void> {
  await Promise.all([...(inProgress.get(processId)?.values() ?? [])].map(({ ended }) => ended))
}
