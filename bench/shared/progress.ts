// Reports progress on standard error, and stops the benchmark on a signal.
export class Stopped extends Error {}

let isAsked = false

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isAsked = true
  })
}

/** Called between steps, which take seconds at most. */
export function stopIfAsked(): void {
  if (isAsked) throw new Stopped('The benchmark was stopped.')
}

const startedAt = performance.now()

/** Reports on standard error. */
export function progress(message: string): void {
  stopIfAsked()
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${message}\n`)
}
