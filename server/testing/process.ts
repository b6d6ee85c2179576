// The real server as a child process that can be killed at any moment.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

export interface ServerProcess extends AsyncDisposable {
  baseUrl: string
  pid: number
  /** Resolves at its first 200 on /readyz, with the milliseconds since its start. Rejects when it ends before. */
  untilReady(): Promise<number>
  /** Resolves when the process is gone, whoever ended it: with the signal that did, null when it ended by itself. */
  ended: Promise<NodeJS.Signals | null>
  /** Undefined until it has ended by itself. */
  exitCode(): number | undefined
  /** What it has logged. */
  logged(): string
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
}

export interface ReadyServerProcess extends ServerProcess {
  /** From its start to its first 200 on /readyz. */
  readyAfterMs: number
}

const entry = fileURLToPath(new URL('../main.ts', import.meta.url))
/** The directory of this Node version lies in the one that `NODE_COMPILE_CACHE` names. */
const compileCache = getCompileCacheDir()
const sharedCache = compileCache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compileCache) }
const patienceMs = 60_000
/** Of the log. */
const remembered = 1_000_000

/** Listens on the loopback; `env` says the rest, as on any machine. Throws when it ends before it is ready. */
export async function startServerProcess(env: Record<string, string>, onPort?: number): Promise<ReadyServerProcess> {
  const server = await spawnServerProcess(env, onPort)
  try {
    return { ...server, readyAfterMs: await server.untilReady() }
  } catch (error) {
    await server.kill()
    throw error
  }
}

/** Returns at once, for servers that may end before they are ready. */
export async function spawnServerProcess(env: Record<string, string>, onPort?: number): Promise<ServerProcess> {
  const port = onPort ?? (await freePort())
  const startedAt = performance.now()
  const child = spawn(process.execPath, [entry], {
    env: { ...sharedCache, ...env, PATH: '/usr/bin:/bin', HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let logged = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    logged = (logged + text).slice(-remembered)
  })
  const baseUrl = `http://127.0.0.1:${port}`
  const ended = once(child, 'close').then(([, signal]) => signal as NodeJS.Signals | null)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await ended
  }
  return {
    baseUrl,
    pid: child.pid!,
    async untilReady() {
      await ready(baseUrl, child, startedAt + patienceMs)
      return performance.now() - startedAt
    },
    ended,
    exitCode: () => child.exitCode ?? undefined,
    logged: () => logged,
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  }
}

async function ready(baseUrl: string, child: ChildProcess, deadline: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The server ended before it was ready.')
    if (performance.now() > deadline) throw new Error('The server was not ready in time.')
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
