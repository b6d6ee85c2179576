// Signals that abort after a time limit.
/** Aborts after `ms`, or with `signal`. */
export function endingAfter(ms: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(Math.ceil(ms))
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

/** Whether a time limit has aborted the signal, and not a caller who does not want the result. */
export const isTimeout = ({ reason }: AbortSignal): boolean =>
  reason instanceof DOMException && reason.name === 'TimeoutError'
