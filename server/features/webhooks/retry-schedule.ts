// When a delivery that failed is tried again.

const seconds = 1000
const minutes = 60 * seconds
const hours = 60 * minutes

export const retryDelaysMs: readonly number[] = [
  30 * seconds,
  60 * seconds,
  120 * seconds,
  10 * minutes,
  1 * hours,
  6 * hours,
]

const jitter = 0.1

/** `failures` so far, the latest counted; `roll` from 0 up to 1 spreads the moment. Undefined: no more. */
export function retryDelayMs(failures: number, roll: number): number | undefined {
  const delayMs = retryDelaysMs[failures - 1]
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 - jitter + 2 * jitter * roll))
}
