// Performs the calls of tests in a process of their own, which asks the server for what language models say.
import { type Ask, perform } from './perform.ts'
import type { Need, Plan, WorkerReply, WorkerRequest } from './protocol.ts'

interface Pending {
  need: Need
  give(value: never): void
}

interface Run {
  give(value: unknown): void
  /** What the run waits for, or its result. */
  next(): Promise<WorkerReply>
}

export function open(): (request: WorkerRequest) => Promise<WorkerReply> {
  const runs = new Map<string, Run>()
  return async (request) => {
    const { id } = request
    if (request.kind === 'start') runs.set(id, begin(request.plan))
    const run = runs.get(id)
    if (request.kind === 'drop' || !run) {
      runs.delete(id)
      return { isGone: true }
    }
    if (request.kind === 'give') run.give(request.value)
    const reply = await run.next().catch((error: unknown) => {
      runs.delete(id)
      throw error
    })
    if ('result' in reply) runs.delete(id)
    return reply
  }
}

function begin(plan: Plan): Run {
  const waiting: Pending[] = []
  let current: Pending | undefined
  let wake = (): void => {}
  const ask = ((need: Need) =>
    new Promise((resolve) => {
      waiting.push({ need, give: resolve })
      wake()
    })) as Ask
  const done = perform(plan, ask).then((result) => ({ result }))
  // Its error is reported by `next`.
  done.catch(() => {})

  return {
    give(value) {
      current?.give(value as never)
      current = undefined
    },
    async next() {
      if (waiting.length === 0) {
        const woken = new Promise<undefined>((resolve) => {
          wake = () => resolve(undefined)
        })
        const result = await Promise.race([done, woken])
        if (result) return result
      }
      current = waiting.shift()!
      return { need: current.need }
    },
  }
}
