// Builds the dashboard in a child process of low priority, so that calls and requests come first.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Log } from '#server/platform/observability/log.ts'
import { repositoryRoot } from './built.ts'

const maxMs = 10 * 60_000
const maxOutput = 4_000

const program = join(repositoryRoot, 'scripts/dashboard.ts')
/** The program starts further processes, which keep its output open; a group can be ended as a whole. */
const hasGroup = process.platform !== 'win32'

export async function runBuild(log: Log, stopping: AbortSignal, script = program): Promise<void> {
  const startedAt = performance.now()
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(maxMs)])
  const child = spawn(process.execPath, [script], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasGroup,
    signal,
  })
  lowerPriority(child.pid)
  const onAbort = () => endGroup(child.pid)
  signal.addEventListener('abort', onAbort)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-maxOutput)
    })
  // Later, the number can belong to another process.
  const [code] = await once(child, 'close').finally(() => signal.removeEventListener('abort', onAbort))
  if (code !== 0) throw new Error(`The build ended with ${code}: ${output.trim()}`)
  log.info({ durationMs: Math.round(performance.now() - startedAt) }, 'the dashboard is ready')
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined && hasGroup) process.kill(-pid, 'SIGTERM')
  } catch {
    // All of its processes have ended already.
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The child may have ended already.
  }
}
