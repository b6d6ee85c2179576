// Shares the job slots of this process, so that jobs that wait for outside services cannot take all of them.
import type { EventEmitter } from 'node:events'
import type { Task, TaskList, WorkerEvents } from 'graphile-worker'
import { accountFlag, outsideFlag } from '../context/add-job.ts'

export interface SlotLimits {
  /** Slots for jobs that wait for outside services; the other slots are left to short jobs. */
  outside: number
  /** The most of them that one account may have. */
  perAccount: number
}

/** The flags are read before each fetch: an account can exceed its limit by the other fetches that are under way. */
const fetchesAtOnce = 4

/** What graphile-worker needs to run the same tasks within the limits. */
export function shareSlots(tasks: TaskList, limits: SlotLimits, events: WorkerEvents) {
  const running = new Map<string, number>()
  const countOf = (flag: string): number => running.get(flag) ?? 0
  const count = (flags: readonly string[], by: 1 | -1): void => {
    for (const flag of flags) {
      if (countOf(flag) + by > 0) running.set(flag, countOf(flag) + by)
      else running.delete(flag)
    }
  }

  /** No account may have more slots than are free, so that a few busy accounts leave room for others. */
  function isAtLimit(flag: string): boolean {
    const free = limits.outside - countOf(outsideFlag)
    if (flag === outsideFlag) return free <= 0
    return countOf(flag) >= Math.min(limits.perAccount, free)
  }

  const fetches = limitFetches(events)
  const counted = Object.entries(tasks).map(([name, task]): [string, Task] => [
    name,
    async (payload, helpers) => {
      const flags = Object.keys(helpers.job.flags ?? {}).filter(
        (flag) => flag === outsideFlag || accountFlag.test(flag),
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
  let underWay = 0
  const waiting: (() => void)[] = []
  const end = (): void => {
    const next = waiting.shift()
    if (next) next()
    else underWay--
  }
  for (const event of ['job:start', 'worker:getJob:empty', 'worker:getJob:error']) events.on(event, end)
  return {
    async begin() {
      if (underWay >= fetchesAtOnce) return new Promise((resolve) => waiting.push(resolve))
      underWay++
    },
  }
}

/** Of the idle slots, so many look for jobs in each round. */
const slotsPerRound = 16

/** Finds jobs that no notification announced, without a query of every idle slot. */
export function lookInRounds(events: WorkerEvents, everyMs: number): void {
  events.once('pool:create', ({ workerPool }) => {
    const timer = setInterval(() => workerPool.nudge(slotsPerRound), everyMs).unref()
    events.once('pool:gracefulShutdown', () => clearInterval(timer))
  })
}
