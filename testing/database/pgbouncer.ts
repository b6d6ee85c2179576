// Starts PgBouncer before a PostgreSQL server, for tests of connections.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownedFolder, processOptions } from './debian-postgres.ts'
import type { PostgresServer } from './postgres-server.ts'

const program = '/usr/sbin/pgbouncer'

/** A reason to skip the tests. */
export const poolerMissing = existsSync(program) ? false : `needs ${program}`

/** `settings` are lines of its configuration. Resolves when it listens, before it has connected to the server. */
export async function startPgBouncer({ folder: serverFolder, port }: PostgresServer, settings: string) {
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(await ownedFolder(), (path) => rm(path, { recursive: true, force: true }))
  const path = join(folder, 'pgbouncer.ini')
  const database = `host=${serverFolder} port=${port} user=parley`
  const own = `auth_type = any\nlisten_port = 6432\nunix_socket_dir = ${folder}\n`
  await writeFile(path, `[databases]\n* = ${database}\n[pgbouncer]\n${own}${settings}\n`)
  const child = spawn(program, [path], { ...processOptions, stdio: ['ignore', 'ignore', 'pipe'] })
  opened.defer(async () => {
    const exit = once(child, 'exit')
    if (child.kill('SIGQUIT')) await exit
  })
  let log = ''
  for await (const part of child.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    log += part
    if (/process up/.test(log)) break
  }
  if (!/process up/.test(log)) throw new Error(log)
  child.stderr.on('data', (part: string) => {
    log += part
  })
  const resources = opened.move()
  return {
    url: `postgresql://parley@localhost:6432/postgres?host=${encodeURIComponent(folder)}`,
    log: () => log,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
