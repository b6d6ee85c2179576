// Knows which jobs a worker is running.
import type { Task, TaskList } from 'graphile-worker'

interface Tracked {
  taskList: TaskList
  isRunning(jobId: string): boolean
  whenIdle(): Promise<void>
}

/** Returns the same tasks, and ways to see which jobs are running and to wait until none is. */
export function trackRunning(tasks: TaskList): Tracked {
  const running = new Map<string, Promise<unknown>>()
  const tracked = Object.entries(tasks).map(([name, task]): [string, Task] => [
    name,
    async (payload, helpers) => {
      const { id } = helpers.job
      const work = Promise.resolve((task as Task)(payload, helpers)).finally(() => running.delete(id))
      running.set(id, work)
      await work
    },
  ])
  return {
    taskList: Object.fromEntries(tracked),
    isRunning: (jobId) => running.has(jobId),
    whenIdle: async () => {
      while (running.size > 0) await Promise.allSettled(running.values())
    },
  }
}
