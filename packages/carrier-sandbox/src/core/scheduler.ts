// Schedules work on a clock that can be turned forward; `forward` runs the work that falls due, in order.
import TinyQueue from 'tinyqueue'

export interface Clock {
  now(): Date
}

export type Scheduler = ReturnType<typeof createScheduler>

type Work = () => void | Promise<void>

interface Entry {
  dueMs: number
  order: number
  work: Work
}

const maxTimerMs = 2 ** 31 - 1

/** Entries that are due at the same time run in the order in which they were scheduled. */
const newQueue = () => new TinyQueue<Entry>([], (a, b) => a.dueMs - b.dueMs || a.order - b.order)

/** `onError` receives the errors that `work` throws. */
export function createScheduler(clock: Clock, onError: (error: unknown) => void, turnedMs = 0) {
  let turned = turnedMs
  let order = 0
  let queue = newQueue()
  let running = 0
  let timer: NodeJS.Timeout | undefined
  let timerDueMs = Number.POSITIVE_INFINITY
  let idleWaiters: (() => void)[] = []
  let generation = 0
  const nowMs = () => clock.now().getTime() + turned
  const isDue = (atMs: number) => queue.length > 0 && queue.peek()!.dueMs <= atMs

  async function run(work: Work): Promise<void> {
    running++
    try {
      await work()
    } catch (error) {
      onError(error)
    }
    running--
    notifyIdle()
  }

  function notifyIdle(): void {
    if (running > 0) return
    const waiters = idleWaiters
    idleWaiters = []
    for (const resolve of waiters) resolve()
  }

  function untilIdle(): Promise<void> {
    if (running === 0) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    idleWaiters.push(resolve)
    return promise
  }

  /** Work without delay runs in order, after the caller's current turn of the event loop. */
  function runSoon(work: Work): void {
    const scheduledIn = generation
    running++
    setImmediate(() => {
      running--
      if (scheduledIn === generation) void run(work)
      else notifyIdle()
    })
  }

  function runDue(untilMs = nowMs()): void {
    while (isDue(untilMs)) void run(queue.pop()!.work)
    restartTimer()
  }

  function startTimer(): void {
    const next = queue.peek()
    if (!next || next.dueMs >= timerDueMs) return
    clearTimeout(timer)
    timerDueMs = next.dueMs
    const inMs = next.dueMs - nowMs()
    // The entry counts as due even if the underlying clock does not advance.
    const onTimer = inMs > maxTimerMs ? restartTimer : () => runDue(Math.max(nowMs(), next.dueMs))
    timer = setTimeout(onTimer, Math.min(Math.max(inMs, 0), maxTimerMs)).unref()
  }

  function restartTimer(): void {
    stopTimer()
    startTimer()
  }

  function stopTimer(): void {
    clearTimeout(timer)
    timerDueMs = Number.POSITIVE_INFINITY
  }

  function clear(): void {
    queue = newQueue()
    generation++
    stopTimer()
  }

  return {
    now: () => new Date(nowMs()),
    /** Milliseconds since 1970. */
    nowMs,
    /** How far the clock is ahead of the underlying one. */
    turnedMs: () => turned,
    /** Only `forward` and `settled` wait for the promise that `work` returns. */
    after(delayMs: number, work: Work): void {
      if (delayMs > 0) {
        queue.push({ dueMs: nowMs() + delayMs, order: order++, work })
        startTimer()
      } else runSoon(work)
    },
    /** Turns the clock forward; resolves when all work that fell due has finished. */
    async forward(ms: number): Promise<void> {
      const targetMs = nowMs() + ms
      const targetTurned = turned + ms
      await untilIdle()
      while (isDue(targetMs)) {
        const { dueMs, work } = queue.pop()!
        turned += Math.max(0, dueMs - nowMs())
        await run(work)
        await untilIdle()
      }
      turned = targetTurned
      restartTimer()
    },
    /** Returns to the time of the underlying clock; scheduled work keeps its remaining delay. */
    backToNow(): void {
      for (const entry of queue.data) entry.dueMs -= turned
      turned = 0
      restartTimer()
    },
    /** Resolves when no work is running and none is due. */
    async settled(): Promise<void> {
      while (running > 0 || isDue(nowMs())) {
        runDue()
        await untilIdle()
      }
    },
    clear,
    [Symbol.dispose]: clear,
  }
}
