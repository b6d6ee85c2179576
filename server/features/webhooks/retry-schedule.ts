// The delays between attempts at a delivery.
const minutes = 60_000
const hours = 60 * minutes

export const retryDelaysMs: readonly number[] = [
  0.5 * minutes,
  1 * minutes,
  2 * minutes,
  10 * minutes,
  1 * hours,
  6 * hours,
]

const jitter = 0.1

/** `random` is from 0 up to 1. Returns undefined after the last attempt. */
export function retryDelayMs(failures: number, random: number): number | undefined {
  const delayMs = retryDelaysMs[failures - 1]
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 - jitter + 2 * jitter * random))
}
