// The real server, killed and started again; clients wait here until there is one to talk to.
import type { Failpoint } from '#server/platform/failpoint.ts'
import { type ServerProcess, startServerProcess } from '#server/testing/process.ts'
import type { CrashTestSetup } from './setup.ts'

export interface RestartingServer extends AsyncDisposable {
  baseUrl: string
  /** The database's time just before the latest start: what is older belongs to processes that are dead. */
  startedAt(): Date
  /** Resolves when a server is ready. */
  ready(): Promise<void>
  /** Undefined when it died of the failpoint before it was ready. */
  start(die?: { at: Failpoint; hit: number }): Promise<ServerProcess | undefined>
  /** Starts and stops one in peace, so that its modules are compiled for all that follow. */
  rehearse(): Promise<void>
  /** From the starts to the first 200, in milliseconds. */
  startsMs: number[]
  /** Servers that ended though nothing had killed them. */
  endedByThemselves: number
}

export function startRestartingServer(stage: CrashTestSetup): RestartingServer {
  const { database, env, port } = stage
  let server: ServerProcess | undefined
  let startedAt = new Date(0)
  let up = Promise.withResolvers<void>()

  async function begin(die?: { at: Failpoint; hit: number }): Promise<ServerProcess> {
    startedAt = await database.now()
    const started = await startServerProcess({ ...env, ...(die && { FAILPOINT: `${die.at}:${die.hit}` }) }, port)
    server = started
    fire.startsMs.push(started.readyAfterMs)
    void started.ended.then((signal) => {
      if (signal !== 'SIGKILL') fire.endedByThemselves++
      if (server !== started) return
      server = undefined
      up = Promise.withResolvers()
    })
    up.resolve()
    return started
  }

  // Whatever ends the crash test ends the server.
  const end = () => void (server && process.kill(server.pid, 'SIGKILL'))
  process.once('exit', end)

  const fire: RestartingServer = {
    baseUrl: `http://127.0.0.1:${port}`,
    startsMs: [],
    endedByThemselves: 0,
    startedAt: () => startedAt,
    ready: () => up.promise,
    async rehearse() {
      await using _server = await startServerProcess(env, port)
    },
    async start(die) {
      await server?.kill()
      try {
        return await begin(die)
      } catch (error) {
        // A job at the start can hit the failpoint before anybody asks.
        if (die === undefined) throw error
        return undefined
      }
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', end)
      await server?.kill()
    },
  }
  return fire
}
