// Starts a PostgreSQL server of its own from the programs of Debian, for tests of connections.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isRoot } from '../embedded-postgres/harness.ts'
import { freePort } from '../processes/free-port.ts'

const programs = '/usr/lib/postgresql/15/bin'
/** Servers never run as root. */
export const owner = isRoot ? { uid: 65_534, gid: 65_534 } : {}

/** A reason to skip the tests. */
export const serverMissing = existsSync(programs) ? false : `needs PostgreSQL 15 in ${programs}`

export type PostgresServer = Awaited<ReturnType<typeof startPostgresServer>>

/** With one superuser named `parley`, who needs no password over the Unix socket. `hba` has the lines for others, `settings` those of the server. */
export async function startPostgresServer({ hba = '', settings = '' }: { hba?: string; settings?: string } = {}) {
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(await ownedFolder(), (path) => rm(path, { recursive: true, force: true }))
  const data = join(folder, 'data')
  const port = await freePort()
  const run = async (program: string, ...args: string[]) =>
    void (await promisify(execFile)(join(programs, program), ['-D', data, ...args], { ...owner, cwd: '/' }))
  await run('initdb', '-U', 'parley', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync')
  await write(join(data, 'pg_hba.conf'), `local all all trust\n${hba}\n`)
  await write(
    join(data, 'postgresql.auto.conf'),
    `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = '${folder}'\nfsync = off\nmax_connections = 20\n${settings}`,
  )
  let server = await start(data)
  opened.defer(() => stop(server))
  const resources = opened.move()
  return {
    port,
    folder,
    /** The URL of the superuser over the Unix socket. */
    url: `postgresql://parley@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`,
    /** Writes a file of the data directory. A restart applies it. */
    write: (name: string, content: string | Uint8Array) => write(join(data, name), content),
    read: (name: string) => readFile(join(data, name), 'utf8'),
    /** Restarts the server, as a standby without a primary if it is requested. */
    async restart({ isStandby = false } = {}) {
      await stop(server)
      if (isStandby) await write(join(data, 'standby.signal'), '')
      server = await start(data)
    },
    /** Makes a standby the primary. */
    promote: () => run('pg_ctl', 'promote', '-w'),
    stop: () => stop(server),
    freeze: () => void server.kill('SIGSTOP'),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** A folder that the user who runs servers can enter. */
export async function ownedFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-server-'))
  await chmod(folder, 0o755)
  if ('uid' in owner) await chown(folder, owner.uid!, owner.gid!)
  return folder
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content, { mode: 0o600 })
  if ('uid' in owner) await chown(path, owner.uid!, owner.gid!)
}

/** Resolves when the server accepts connections. */
async function start(data: string) {
  const child = spawn(join(programs, 'postgres'), ['-D', data], {
    ...owner,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  for await (const part of child.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    log += part
    if (/ready to accept|entering standby mode/.test(log)) break
  }
  if (child.exitCode !== null) throw new Error(log)
  child.stderr.resume()
  return child
}

async function stop(server: Awaited<ReturnType<typeof start>>): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill('SIGQUIT')
  server.kill('SIGCONT')
  await exit
}
