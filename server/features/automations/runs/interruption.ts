// The reasons for which a process stops executing a run.

export const unknownTypeMs = 60_000
export const unavailableMs = 1_000

/** The process stops, does not know a type of step, or has no database: a job continues the run. */
export class Interruption extends Error {
  readonly afterMs: number
  /** The step may have had its effect. */
  readonly isDuringStep: boolean
  /** An unexpected error, which must not repeat forever. */
  readonly isFault: boolean

  constructor({ afterMs = 0, isDuringStep = false, isFault = false } = {}) {
    super('The run was interrupted.')
    this.afterMs = afterMs
    this.isDuringStep = isDuringStep
    this.isFault = isFault
  }
}

/** The run was deleted, or taken away from this execution because its process was considered dead. */
export class LostRun extends Error {}

/** After the process has begun to stop, a step has this long to finish. */
const lastStepMs = 10_000
const signals = new WeakMap<AbortSignal, AbortSignal>()

/** Aborted some time after the process has begun to stop. */
export function signalOf(stopping: AbortSignal): AbortSignal {
  const known = signals.get(stopping)
  if (known) return known
  const controller = new AbortController()
  stopping.addEventListener('abort', () => setTimeout(() => controller.abort(), lastStepMs).unref())
  signals.set(stopping, controller.signal)
  return controller.signal
}
