// A server process that loads its modules before it starts, reports each failpoint it reaches, and dies at the given ones.
import { flushCompileCache } from 'node:module'
import { serve } from '#server/main.ts'
import { observeFailpoints } from '#server/platform/failpoints/failpoint.ts'

/** Failpoints are written as `[origin/]seam:count`. */
export type Command = 'start' | { dieAt: readonly string[] }
export type Report = { reached: string } | { diedAt: string }

/** No request or job has more distinct moments at one seam; loops have more hits. */
const maxCount = 5
const reached = new Set<string>()
let dieAt: readonly string[] = []

const report = (message: Report): void => void process.send?.(message)

observeFailpoints(({ origin, seam, count }) => {
  if (origin === undefined || count > maxCount) return
  const failpoint = `${origin}/${seam}:${count}`
  if (!reached.has(failpoint)) report({ reached: failpoint })
  reached.add(failpoint)
  const diedAt = dieAt.find((one) => one === failpoint || one === `${seam}:${count}`)
  if (diedAt === undefined) return
  report({ diedAt })
  process.kill(process.pid, 'SIGKILL')
})
process.on('message', (command: Command) => {
  if (command === 'start') void serve()
  else dieAt = command.dieAt
})
process.on('disconnect', () => process.exit())
flushCompileCache()
