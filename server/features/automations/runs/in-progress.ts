// Tracks the runs of this process, so that it executes none of them twice, and waits for them before it exits.

const inProgress = new Map<string, Map<string, Promise<void>>>()

/** Returns a function that gives the run up, or undefined if the process has the run already. */
export function occupy(processId: string, runId: string): (() => void) | undefined {
  const own = inProgress.get(processId) ?? new Map<string, Promise<void>>()
  if (own.has(runId)) return undefined
  const { promise, resolve } = Promise.withResolvers<void>()
  inProgress.set(processId, own.set(runId, promise))
  return () => {
    own.delete(runId)
    if (own.size === 0) inProgress.delete(processId)
    resolve()
  }
}

/** For a process that stops: each run ends its step, and leaves the others to another process. */
export async function waitForRuns({ processId }: { processId: string }): Promise<void> {
  await Promise.all(inProgress.get(processId)?.values() ?? [])
}
