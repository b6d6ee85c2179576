// Divides the job slots of this process, so that jobs that call external services cannot take all of them.
import type { EventEmitter } from 'node:events'
import type { Task, TaskList, WorkerEvents } from 'graphile-worker'
import { accountFlag, longFlag, outsideFlag } from '../context/add-job.ts'

export interface SlotLimits {
  /** Slots for jobs that call external services. The other slots are left to short jobs. */
  outside: number
  /** The maximum of them for one account. */
  perAccount: number
  /** The maximum of them for the long jobs of one name. */
  perLongJob: number
}

/** Flags are read before a job is fetched, so concurrent fetches can exceed these limits by this many. */
const maxFetches = 4

/** Returns graphile-worker options that run the same tasks within the limits. */
export function shareSlots(tasks: TaskList, limits: SlotLimits, events: WorkerEvents) {
  const running = new Map<string, number>()
  const countOf = (flag: string): number => running.get(flag) ?? 0
  const count = (flags: readonly string[], by: 1 | -1): void => {
    for (const flag of flags) {
      if (countOf(flag) + by > 0) running.set(flag, countOf(flag) + by)
      else running.delete(flag)
    }
  }

  /** An account cannot have more slots than are free, so that a few busy accounts leave slots for others. */
  function isAtLimit(flag: string): boolean {
    const free = limits.outside - countOf(outsideFlag)
    if (flag === outsideFlag) return free <= 0
    if (longFlag.test(flag)) return countOf(flag) >= limits.perLongJob
    return countOf(flag) >= Math.min(limits.perAccount, free)
  }

  const fetches = limitFetches(events)
  const counted = Object.entries(tasks).map(([name, task]): [string, Task] => [
    name,
    async (payload, helpers) => {
      const flags = Object.keys(helpers.job.flags ?? {}).filter(
        (flag) => flag === outsideFlag || accountFlag.test(flag) || longFlag.test(flag),
      )
      count(flags, 1)
      try {
        await (task as Task)(payload, helpers)
      } finally {
        count(flags, -1)
      }
    },
  ])
  return {
    taskList: Object.fromEntries(counted),
    async forbiddenFlags(): Promise<string[]> {
      await fetches.begin()
      return [...running.keys()].filter(isAtLimit)
    },
  }
}

/** Each fetch ends with one of three events. */
function limitFetches(events: EventEmitter): { begin(): Promise<void> } {
  let fetching = 0
  const waiting: (() => void)[] = []
  const end = (): void => {
    const next = waiting.shift()
    if (next) next()
    else fetching--
  }
  for (const event of ['job:start', 'worker:getJob:empty', 'worker:getJob:error']) events.on(event, end)
  return {
    async begin() {
      if (fetching >= maxFetches) return new Promise((resolve) => waiting.push(resolve))
      fetching++
    },
  }
}

/** Finds jobs that were not announced by a notification, without a query from every idle slot. */
export function pollForJobs(events: WorkerEvents, intervalMs: number): void {
  events.once('pool:create', ({ workerPool }) => {
    const idleSlots = 16
    const timer = setInterval(() => workerPool.nudge(idleSlots), intervalMs).unref()
    events.once('pool:gracefulShutdown', () => clearInterval(timer))
  })
}
