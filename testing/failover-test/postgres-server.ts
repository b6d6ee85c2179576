// One of the two PostgreSQL servers of the failover test: a folder, a port, and a process that can be frozen and killed.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#testing/processes/free-port.ts'
import { giveToOwner, runProgram, signalTree, startProgram } from './debian-postgres.ts'

export type PostgresServer = Awaited<ReturnType<typeof openPostgresServer>>

const user = 'postgres'
/** The name of the standby in `synchronous_standby_names`. */
export const standbyName = 'standby'

/** A process that is killed loses nothing that it has written to a file, so only a crash of the machine would need fsync. */
const settings: Record<string, string | number> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 300,
  shared_buffers: '32MB',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'replica',
  wal_retrieve_retry_interval: '200ms',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
}

/** `folder` exists and belongs to the user of PostgreSQL. */
export async function openPostgresServer(programs: string, folder: string) {
  const port = await freePort()
  const data = join(folder, 'data')
  const target = { host: '127.0.0.1', port }
  let running: ChildProcess | undefined

  async function clear(): Promise<void> {
    await rm(data, { recursive: true, force: true })
    await mkdir(data, { mode: 0o700 })
    await giveToOwner(data)
  }

  const signalAll = (signal: NodeJS.Signals): void => {
    if (running?.pid !== undefined) signalTree(running.pid, signal)
  }
  // Servers that are frozen would stay behind.
  process.once('exit', () => signalAll('SIGKILL'))

  const server = {
    target,
    folder,
    url: (database: string): string => `postgresql://${user}@127.0.0.1:${port}/${database}`,
    isRunning: (): boolean => running !== undefined,
    async create(): Promise<void> {
      await clear()
      const options = ['-U', user, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
      await runProgram(join(programs, 'initdb'), ['-D', data, ...options])
    },
    /** Copies the running server, whose standby this becomes at its start. */
    async copy(primary: { target: { port: number } }): Promise<void> {
      await clear()
      const source = `host=127.0.0.1 port=${primary.target.port} user=${user} application_name=${standbyName}`
      const options = ['-X', 'stream', '-c', 'fast', '--no-sync', '--write-recovery-conf']
      await runProgram(join(programs, 'pg_basebackup'), ['-d', source, '-D', data, ...options])
    },
    /** Resolves when the server answers. */
    async start(): Promise<void> {
      const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const child = startProgram(join(programs, 'postgres'), ['-D', data, ...options], join(folder, 'log'))
      running = child
      child.once('exit', () => {
        if (running === child) running = undefined
      })
      for (;;) {
        const isUp = await server.query('select').then(
          () => true,
          () => false,
        )
        if (isUp) return
        if (running !== child) throw new Error(`PostgreSQL ended at its start; see ${join(folder, 'log')}.`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    /** SIGINT is a fast shutdown, SIGQUIT an immediate one. */
    async stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
      const child = running
      if (!child) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
    /** Stops all processes of the server, as a machine stops that loses power, but leaves its connections open. */
    freeze: (): void => signalAll('SIGSTOP'),
    async kill(): Promise<void> {
      const child = running
      if (!child) return
      const ended = once(child, 'exit')
      signalAll('SIGKILL')
      await ended
    },
    /** Runs a statement on a connection of its own, outside of the front. */
    async query<T extends pg.QueryResultRow>(text: string, database = 'postgres'): Promise<T[]> {
      const options = { connectionString: server.url(database), application_name: 'failover test' }
      const client = new pg.Client({ ...options, connectionTimeoutMillis: 2_000, query_timeout: 10_000 })
      client.on('error', () => {})
      try {
        await client.connect()
        return (await client.query<T>(text)).rows
      } finally {
        // The promise waits for a server that is frozen.
        void client.end().catch(() => {})
      }
    },
  }
  return server
}
