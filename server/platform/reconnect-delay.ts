// The delays before new connections to a vendor.

/** So that the calls that lose their connections together do not reconnect together. */
const jitter = 0.25

/** `attempt` counts from 0, `random` is from 0 up to 1. Returns undefined after the last attempt. */
export function reconnectDelayMs(
  delaysMs: readonly number[],
  attempt: number,
  random = Math.random(),
): number | undefined {
  const delayMs = delaysMs[attempt]
  return delayMs === undefined ? undefined : delayMs * (1 - jitter + 2 * jitter * random)
}
