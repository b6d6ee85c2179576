// Runs the server as a child process that tests can kill.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleOf } from './bundle.ts'
import { freePort } from './free-port.ts'

export type ServerProcess = Awaited<ReturnType<typeof spawnServerProcess>>

const compileCache = getCompileCacheDir()
/** Lets a child process share the compile cache of this process, which halves the time to load the server. */
export const compileCacheEnv: Record<string, string> = compileCache ? { NODE_COMPILE_CACHE: dirname(compileCache) } : {}

export interface ProcessOptions {
  /** Whether `dieAt` can be called. It takes no `FAILPOINT` from the environment. */
  hasFailpoints?: boolean
  /** Starts the sources instead of a bundle of them, for stack traces and for measurements. */
  fromSources?: boolean
}

const sources = fileURLToPath(new URL('server.ts', import.meta.url))
const timeoutMs = 60_000
/** As `npm start` does. */
const serverOptions = ['--v8-pool-size=0', '--max-semi-space-size=16', '--heap-growing-percent=50']
const maxLogCharacters = 1_000_000

/**
 * Starts a server on the loopback interface with this environment. Returns also the time from the start to the first 200 of
 * /readyz. Throws if it ends before.
 */
export async function startServerProcess(env: Record<string, string>, options: ProcessOptions = {}) {
  const server = await spawnServerProcess(env, options)
  try {
    return { ...server, readyAfterMs: await server.untilReady() }
  } catch (error) {
    await server.kill()
    throw error
  }
}

/** Returns immediately, for servers that may end before they are ready. Without `PORT`, a free port is used. */
export async function spawnServerProcess(
  env: Record<string, string>,
  { hasFailpoints = false, fromSources = false }: ProcessOptions = {},
) {
  const port = env['PORT'] === undefined ? await freePort() : Number(env['PORT'])
  const program = fromSources ? sources : await bundleOf('server')
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...serverOptions, program], {
    // Servers that start at the same time would otherwise take the default port of the sandbox carrier from each other.
    env: {
      ...compileCacheEnv,
      SANDBOX_PORT: '0',
      SIP_PORT: '0',
      DASHBOARD: 'off',
      ...env,
      PATH: '/usr/bin:/bin',
      HOST: '127.0.0.1',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit', ...(hasFailpoints ? (['ipc'] as const) : [])],
  })
  let logged = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    logged = (logged + text).slice(-maxLogCharacters)
  })
  const baseUrl = `http://127.0.0.1:${port}`
  const ended = once(child, 'close').then(([, signal]) => signal as NodeJS.Signals | null)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    const timer = setTimeout(() => {
      process.stderr.write(`The server ${child.pid} has not ended within ${timeoutMs / 1000} s of ${signal}.\n`)
      child.kill('SIGKILL')
    }, timeoutMs)
    await ended
    clearTimeout(timer)
  }
  return {
    baseUrl,
    pid: child.pid!,
    /** Resolves at the first 200 of /readyz with the milliseconds since the start. Rejects if the process ends earlier. */
    async untilReady() {
      await ready(baseUrl, child)
      return performance.now() - startedAt
    },
    /** Resolves when the process has ended, with the signal that ended it, or null if it exited. */
    ended,
    /** Undefined until the process exits. */
    exitCode: () => child.exitCode ?? undefined,
    logged: () => logged,
    /** The process ends at the next time that it reaches the failpoint. Counts start now, except those of a run that has begun. */
    async dieAt(failpoint: string): Promise<void> {
      const armed = once(child, 'message')
      child.send(failpoint)
      await armed
    },
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  }
}

/** Resolves at the first 200 of /readyz. Rejects if the process ends earlier, or after a minute. */
export async function ready(baseUrl: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The server ended before it was ready.')
    if (performance.now() > deadline) throw new Error('The server was not ready in time.')
    if (await isReady(baseUrl).catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function isReady(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(10_000) })
  await answer.arrayBuffer()
  return answer.status === 200
}
