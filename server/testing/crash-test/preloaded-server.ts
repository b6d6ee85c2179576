// A server process that loads its modules before it starts, reports each failpoint it reaches, and dies at the given one.
import { flushCompileCache } from 'node:module'
import { serve } from '#server/main.ts'
import { observeFailpoints } from '#server/platform/failpoints/failpoint.ts'

/** `dieAt` is a failpoint, `[origin/]seam:count`. */
export type Command = 'start' | { dieAt: string }

/** No request or job has more distinct moments at one seam; loops have more hits. */
const maxCount = 5
const reached = new Set<string>()
let dieAt: string | undefined

observeFailpoints(({ origin, seam, count }) => {
  if (origin === undefined || count > maxCount) return
  const failpoint = `${origin}/${seam}:${count}`
  if (failpoint === dieAt || `${seam}:${count}` === dieAt) process.kill(process.pid, 'SIGKILL')
  if (reached.has(failpoint)) return
  reached.add(failpoint)
  process.send?.(failpoint)
})
process.on('message', (command: Command) => {
  if (command === 'start') void serve()
  else dieAt = command.dieAt
})
process.on('disconnect', () => process.exit())
flushCompileCache()
