// Signals that abort after a time limit.
/** Aborts after `ms`, or with `signal`. */
export function endingAfter(ms: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(Math.ceil(ms))
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

/** As `endingAfter`, but without a timer that remains after the work: for code that runs often. */
export function limitTime(ms: number, other: AbortSignal): Disposable & { signal: AbortSignal } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), ms)
  const abort = () => controller.abort(other.reason)
  other.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer)
      other.removeEventListener('abort', abort)
    },
  }
}

/** Whether a time limit has aborted the signal, and not a caller who does not want the result. */
export const isTimeout = ({ reason }: AbortSignal): boolean =>
  reason instanceof DOMException && reason.name === 'TimeoutError'
