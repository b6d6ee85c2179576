// Starts the processes of a benchmark, and its temporary folder and database.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { type ReadyServerProcess, startServerProcess } from '#testing/processes/server-process.ts'

export interface BenchWorkspace extends AsyncDisposable {
  dataDir: string
  connectionString: string
}

/** Readable by every user, because PostgreSQL runs as another user if this process is root. */
export async function makeTemporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  await chmod(path, 0o755)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Uses DATABASE_URL, or an embedded PostgreSQL with its default durability. */
export async function openWorkspace(): Promise<BenchWorkspace> {
  await using stack = new AsyncDisposableStack()
  const { path: dataDir } = stack.use(await makeTemporaryFolder())
  const given = process.env['DATABASE_URL']
  const log = createLog({ level: 'warn', pretty: false })
  const connectionString = given || stack.use(await openEmbeddedPostgres({ dataDir, log })).connectionString
  const resources = stack.move()
  return { dataDir, connectionString, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

export interface Child extends AsyncDisposable {
  /** Sends a message and waits for the reply. */
  ask<T>(message: unknown): Promise<T>
}

/** `file` is a module of bench/, such as `calls/voice-driver.ts`, that answers one message at a time. */
export function startChild(file: string): Child {
  const child = fork(fileURLToPath(new URL(`../${file}`, import.meta.url)), [], { serialization: 'advanced' })
  return {
    async ask<T>(message: unknown) {
      child.send(message as never)
      return (await answerOf(child, file)) as T
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      // The child ignores signals; see progress.ts.
      const exit = once(child, 'exit')
      child.disconnect()
      await exit
    },
  }
}

async function answerOf(child: ChildProcess, file: string): Promise<unknown> {
  const over = new AbortController()
  const { signal } = over
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => {
        throw new Error(`${file} exited before it answered.`)
      }),
    ])
    return message
  } finally {
    over.abort()
  }
}

export function startParleyProcess(env: Record<string, string>): Promise<ReadyServerProcess> {
  const inherited = process.env as Record<string, string>
  return startServerProcess({ ...inherited, LOG_LEVEL: 'warn', ...env }, { fromSources: true })
}
