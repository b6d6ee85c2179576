// Work that is due later, by a clock that can be turned: `forward` does what falls due, in order.

export interface Clock {
  now(): Date
}

export interface Timetable extends Clock, Disposable {
  /** Milliseconds since 1970. */
  nowMs(): number
  /** What `work` returns is waited for by `forward` and `settled` only. */
  after(delayMs: number, work: Work): void
  /** Turns the clock; resolves when everything that fell due on the way is done. */
  forward(ms: number): Promise<void>
  /** The clock goes with the given one again; what is still to be done keeps its distance. */
  backToNow(): void
  /** How far the clock was turned in all. */
  turnedMs(): number
  /** Resolves when nothing is under way and nothing more is due by now. */
  settled(): Promise<void>
  clear(): void
}

export type Work = () => void | Promise<void>

interface Entry {
  dueMs: number
  order: number
  work: Work
}

const longestTimerMs = 2 ** 31 - 1

/** Faults in `work` go to `onError`; they are ours. */
export function createTimetable(clock: Clock, onError: (error: unknown) => void, turnedMs = 0): Timetable {
  let turned = turnedMs
  let order = 0
  let queue: Entry[] = []
  let running = 0
  let timer: NodeJS.Timeout | undefined
  let timerDueMs = Number.POSITIVE_INFINITY
  let quiet: (() => void)[] = []
  let cleared = 0
  const nowMs = () => clock.now().getTime() + turned

  async function run(work: Work): Promise<void> {
    running++
    try {
      await work()
    } catch (error) {
      onError(error)
    }
    running--
    wakeQuiet()
  }

  function wakeQuiet(): void {
    if (running > 0) return
    const waiting = quiet
    quiet = []
    for (const resolve of waiting) resolve()
  }

  function untilQuiet(): Promise<void> {
    if (running === 0) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    quiet.push(resolve)
    return promise
  }

  /** Work without delay keeps the order in which it was asked for, and lets its caller finish first. */
  function soon(work: Work): void {
    const generation = cleared
    running++
    setImmediate(() => {
      running--
      if (generation === cleared) void run(work)
      else wakeQuiet()
    })
  }

  /** A timer's own entry counts as due even when the given clock stands still. */
  function pump(): void {
    const dueMs = Math.max(nowMs(), timerDueMs)
    disarm()
    while (queue[0] && queue[0].dueMs <= dueMs) void run(take(queue).work)
    arm()
  }

  function arm(): void {
    const next = queue[0]
    if (!next || next.dueMs >= timerDueMs) return
    if (timer) clearTimeout(timer)
    timerDueMs = next.dueMs
    const inMs = next.dueMs - nowMs()
    timer = setTimeout(inMs > longestTimerMs ? rearm : pump, Math.min(Math.max(inMs, 0), longestTimerMs))
    timer.unref()
  }

  function rearm(): void {
    disarm()
    arm()
  }

  function disarm(): void {
    if (timer) clearTimeout(timer)
    timer = undefined
    timerDueMs = Number.POSITIVE_INFINITY
  }

  return {
    now: () => new Date(nowMs()),
    nowMs,
    turnedMs: () => turned,
    after(delayMs, work) {
      if (delayMs <= 0) return soon(work)
      put(queue, { dueMs: nowMs() + delayMs, order: order++, work })
      arm()
    },
    async forward(ms) {
      const targetMs = nowMs() + ms
      await untilQuiet()
      while (queue[0] && queue[0].dueMs <= targetMs) {
        const { dueMs, work } = take(queue)
        turned += Math.max(0, dueMs - nowMs())
        await run(work)
        await untilQuiet()
      }
      turned += Math.max(0, targetMs - nowMs())
      rearm()
    },
    backToNow() {
      for (const entry of queue) entry.dueMs -= turned
      turned = 0
      rearm()
    },
    async settled() {
      while (running > 0 || (queue[0] && queue[0].dueMs <= nowMs())) {
        pump()
        await untilQuiet()
      }
    },
    clear,
    [Symbol.dispose]: clear,
  }

  function clear(): void {
    queue = []
    cleared++
    disarm()
  }
}

/** A binary heap: the earliest due is first, equals in the order in which they came. */
function put(heap: Entry[], entry: Entry): void {
  let at = heap.push(entry) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!isBefore(entry, heap[parent]!)) break
    heap[at] = heap[parent]!
    heap[parent] = entry
    at = parent
  }
}

function take(heap: Entry[]): Entry {
  const first = heap[0]!
  const last = heap.pop()!
  if (heap.length === 0) return first
  let at = 0
  heap[0] = last
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) return first
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
    if (!isBefore(heap[child]!, last)) return first
    heap[at] = heap[child]!
    heap[child] = last
    at = child
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.dueMs < other.dueMs || (one.dueMs === other.dueMs && one.order < other.order)
}
