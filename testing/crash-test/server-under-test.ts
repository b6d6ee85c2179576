// The server of the crash test: a process that is killed and replaced; clients wait here until it is ready again.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { bundleOf } from '#testing/processes/bundle.ts'
import { compileCacheEnv, ready } from '#testing/processes/server-process.ts'
import type { Command, Report } from './preloaded-server.ts'
import type { CrashTestSetup } from './setup.ts'

export type ServerUnderTest = Awaited<ReturnType<typeof startServerUnderTest>>

export async function startServerUnderTest({ database, env, port }: CrashTestSetup) {
  const program = await bundleOf('preloaded-server')
  const baseUrl = `http://127.0.0.1:${port}`
  const reached = new Set<string>()
  let current: ReturnType<typeof spawnServer> | undefined
  let next = preload()
  let startedAt = new Date(0)
  let up = Promise.withResolvers<void>()

  /** While one server runs, the next one has already loaded its modules. */
  function preload() {
    const fixed = { DASHBOARD: 'off', PATH: '/usr/bin:/bin', HOST: '127.0.0.1', PORT: String(port) }
    return spawnServer(program, { ...compileCacheEnv, ...env, ...fixed }, reached)
  }

  async function kill(): Promise<void> {
    current?.child.kill('SIGKILL')
    await current?.ended
  }

  const server = {
    baseUrl,
    /** Failpoints that the servers have reached, as `origin/seam:count`. */
    reached,
    /** From each start to readiness. */
    startsMs: [] as number[],
    /** How many processes ended without SIGKILL. */
    exits: 0,
    /** The database's time just before the latest start: older claims and leases belong to dead processes. */
    startedAt: () => startedAt,
    /** Resolves when the server is ready. */
    ready: (): Promise<void> => up.promise,
    /** The current process dies at the first of the failpoints that it reaches. */
    dieAt: (failpoints: readonly string[]) =>
      void current?.child.send({ dieAt: failpoints } satisfies Command, () => {}),
    /** Resolves when the current process has ended, with the failpoint at which it died. */
    async ended(): Promise<string | undefined> {
      await current?.ended
      return current?.diedAt
    },
    kill,
    /** Kills the running server, if any, and resolves when another one is ready. */
    async restart(): Promise<void> {
      await kill()
      startedAt = await database.now()
      const begunAt = performance.now()
      current = next
      current.child.send('start' satisfies Command)
      await ready(baseUrl, current.child)
      server.startsMs.push(performance.now() - begunAt)
      next = preload()
      void current.ended.then((signal) => {
        if (signal !== 'SIGKILL') server.exits++
        up = Promise.withResolvers()
      })
      up.resolve()
    },
    async [Symbol.asyncDispose](): Promise<void> {
      next.child.kill('SIGKILL')
      await Promise.all([kill(), next.ended])
    },
  }
  return server
}

function spawnServer(program: string, env: Record<string, string>, reached: Set<string>) {
  const child = fork(program, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // Unlike `exit`, `close` comes after the last message.
  const ended = once(child, 'close').then(([, signal]) => signal as NodeJS.Signals | null)
  const server = { child, ended, diedAt: undefined as string | undefined }
  child.on('message', (report: Report) => {
    if ('reached' in report) reached.add(report.reached)
    else server.diedAt = report.diedAt
  })
  return server
}
