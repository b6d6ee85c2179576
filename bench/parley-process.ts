// The real server as a child process, as `npm start` runs it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

export interface ParleyProcess extends AsyncDisposable {
  baseUrl: string
  pid: number
  /** From the start of the process to its first 200 on /readyz. */
  readyAfterMs: number
}

const entry = fileURLToPath(new URL('../server/main.ts', import.meta.url))
const patienceMs = 60_000

export async function startParleyProcess(env: Record<string, string>): Promise<ParleyProcess> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, LOG_LEVEL: 'warn', HOST: '127.0.0.1', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const baseUrl = `http://127.0.0.1:${port}`
  try {
    await ready(baseUrl, child, startedAt + patienceMs)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return {
    baseUrl,
    pid: child.pid!,
    readyAfterMs: performance.now() - startedAt,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function ready(baseUrl: string, child: ChildProcess, deadline: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('Parley ended before it was ready.')
    if (performance.now() > deadline) throw new Error('Parley was not ready in time.')
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
