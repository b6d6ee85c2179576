// A PostgreSQL server of Debian's programs, which tests configure, copy, freeze and kill.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../processes/free-port.ts'
import { giveToOwner, ownedFolder, processOptions, programPath, runProgram, signalTree } from './debian-postgres.ts'

export type PostgresServer = Awaited<ReturnType<typeof openPostgresServer>>

const user = 'parley'
/** The name of a copy in `synchronous_standby_names`. */
export const standbyName = 'standby'

/** A process that is killed loses nothing that it has written to a file, so only a crash of the machine would need fsync. */
const settings: Record<string, string | number> = {
  listen_addresses: '127.0.0.1',
  max_connections: 300,
  shared_buffers: '32MB',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'replica',
  wal_retrieve_retry_interval: '200ms',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
}

/** Creates and starts a server in a temporary folder. `hba` replaces the rules for connections over TCP, which need no password. */
export async function startPostgresServer({ hba }: { hba?: string } = {}) {
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(await ownedFolder(), (path) => rm(path, { recursive: true, force: true }))
  const server = await openPostgresServer(folder)
  opened.defer(() => server.kill())
  await server.create()
  if (hba !== undefined) await server.write('pg_hba.conf', `local all all trust\n${hba}\n`)
  await server.start()
  const resources = opened.move()
  return { ...server, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** The server does not exist before `create` or `copy`. `folder` belongs to the user who runs it. */
export async function openPostgresServer(folder: string) {
  const port = await freePort()
  const data = join(folder, 'data')
  let running: ChildProcess | undefined

  async function clear(): Promise<void> {
    await rm(data, { recursive: true, force: true })
    await mkdir(data, { mode: 0o700 })
    await giveToOwner(data)
  }

  async function write(name: string, content: string | Uint8Array): Promise<void> {
    await writeFile(join(data, name), content, { mode: 0o600 })
    await giveToOwner(join(data, name))
  }

  const signalAll = (signal: NodeJS.Signals): void => {
    if (running?.pid !== undefined) signalTree(running.pid, signal)
  }
  // Servers that are frozen would stay behind.
  process.once('exit', () => signalAll('SIGKILL'))

  async function end(signal: () => void): Promise<void> {
    // A program that could not be started has no exit.
    if (running?.pid === undefined) return
    const ended = once(running, 'exit')
    signal()
    await ended
  }

  const server = {
    port,
    folder,
    target: { host: '127.0.0.1', port },
    /** The URL of the superuser, over the Unix socket. */
    url: `postgresql://${user}@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`,
    isRunning: (): boolean => running !== undefined,
    async create(): Promise<void> {
      await clear()
      const options = ['-U', user, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
      await runProgram('initdb', ['-D', data, ...options])
    },
    /** Copies a running server, whose standby this becomes at its start. */
    async copy(primary: { port: number }): Promise<void> {
      await clear()
      const source = `host=127.0.0.1 port=${primary.port} user=${user} application_name=${standbyName}`
      const options = ['-X', 'stream', '-c', 'fast', '--no-sync', '--write-recovery-conf']
      await runProgram('pg_basebackup', ['-d', source, '-D', data, ...options])
    },
    /** Resolves when the server accepts connections, or is a standby that may not have reached that state. */
    async start(): Promise<void> {
      const all = Object.entries({ ...settings, port, unix_socket_directories: folder })
      const options = all.flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const child = spawn(programPath('postgres'), ['-D', data, ...options], {
        ...processOptions,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      running = child
      child.once('exit', () => {
        if (running === child) running = undefined
      })
      let log = ''
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      child.once('error', reject).once('close', () => reject(new Error(`PostgreSQL ended at its start: ${log}`)))
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-5_000)
        if (/ready to accept|entering standby mode/.test(log)) resolve()
      })
      await promise
    },
    /** SIGINT is a fast shutdown, SIGQUIT an immediate one. */
    stop: (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => end(() => running?.kill(signal)),
    /** Restarts the server, as a standby without a primary if it is requested. */
    async restart({ isStandby = false } = {}): Promise<void> {
      await server.stop('SIGQUIT')
      if (isStandby) await write('standby.signal', '')
      await server.start()
    },
    /** Makes a standby the primary. */
    promote: (): Promise<void> => runProgram('pg_ctl', ['-D', data, 'promote', '-w']),
    /** Stops all processes of the server, as a machine stops that loses power, but leaves its connections open. */
    freeze: (): void => signalAll('SIGSTOP'),
    kill: (): Promise<void> => end(() => signalAll('SIGKILL')),
    /** Writes a file of the data directory. A restart applies it. */
    write,
    read: (name: string): Promise<string> => readFile(join(data, name), 'utf8'),
    /** Runs a statement of the superuser on a connection of its own. */
    async query<T extends pg.QueryResultRow>(text: string, database = 'postgres'): Promise<T[]> {
      const limits = { connectionTimeoutMillis: 2_000, query_timeout: 10_000 }
      const client = new pg.Client({ host: folder, port, user, database, application_name: 'test', ...limits })
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
