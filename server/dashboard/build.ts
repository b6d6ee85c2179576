// Builds the dashboard in a child process of low priority, so that calls and requests come first.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Log } from '#server/platform/observability/log.ts'
import { repositoryRoot } from './built.ts'

const maxMs = 10 * 60_000
const maxOutput = 4_000

export async function runBuild(log: Log, stopping: AbortSignal): Promise<void> {
  const startedAt = performance.now()
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(maxMs)])
  const child = spawn(process.execPath, [join(repositoryRoot, 'scripts/dashboard.ts')], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  lowerPriority(child.pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-maxOutput)
    })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The build ended with ${code}: ${output.trim()}`)
  log.info({ durationMs: Math.round(performance.now() - startedAt) }, 'the dashboard is ready')
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The child may have ended already.
  }
}
