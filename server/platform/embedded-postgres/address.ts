// The address of a server: a Unix socket in a folder, or a loopback port with a password.
import { createHash, randomBytes } from 'node:crypto'
import { chown, lstat, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fault, hasCode } from './fault.ts'
import { findInaccessiblePath } from './file-access.ts'
import type { Host } from './host.ts'
import type { Layout } from './layout.ts'
import type { PostmasterFile } from './postmaster-file.ts'

export interface Address {
  /** The folder of the socket, or 127.0.0.1. */
  host: string
  port: number
  /** Only with a loopback port; a socket is protected by its folder. */
  password?: string
}

/** libpq and `new URL` both accept this form. sslmode overrides PGSSLMODE in the environment. */
export function connectionStringOf({ host, port, password }: Address): string {
  if (password !== undefined) return `postgresql://parley:${password}@${host}:${port}/parley?sslmode=disable`
  return `postgresql://parley@localhost:${port}/parley?host=${encodeURIComponent(host)}&sslmode=disable`
}

export async function addressOf(file: PostmasterFile, layout: Layout, host: Host): Promise<Address> {
  if (host.transport === 'socket') return { host: file.socketDir, port: file.port }
  return { host: '127.0.0.1', port: file.port, password: await settlePassword(layout) }
}

/** Chooses the address of a server that is about to start. A loopback port is reused while it is free. */
export async function newAddress(layout: Layout, host: Host): Promise<Address> {
  if (host.transport === 'socket') return { host: await makeSocketDir(layout, host), port: 5432 }
  const path = join(layout.dir, 'port')
  const last = Number(await readFile(path, 'utf8').catch(() => '0'))
  const port = await freePort(last).catch(() => freePort(0))
  await writeFile(path, String(port), { mode: 0o600 })
  return { host: '127.0.0.1', port, password: await settlePassword(layout) }
}

export function passwordFileOf({ dir }: Layout): string {
  return join(dir, 'password')
}

/** The password of the cluster, which is created first. */
export async function settlePassword(layout: Layout): Promise<string> {
  const path = passwordFileOf(layout)
  try {
    await writeFile(path, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
    if (layout.owner) await chown(path, layout.owner.uid, layout.owner.gid)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
  return readFile(path, 'utf8')
}

function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port: wanted }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : wanted))
    })
  })
}

/** Finds a folder with a path that is short enough for a Unix socket. */
async function makeSocketDir(layout: Layout, host: Host): Promise<string> {
  if (isShortEnough(layout.dir)) return layout.dir
  const who = layout.owner ?? host.self
  const { ino, birthtimeMs } = await stat(layout.cluster)
  const key = createHash('sha256').update(`${layout.dir}\n${ino}\n${birthtimeMs}`).digest('hex').slice(0, 16)
  for (const temporary of host.temporary) {
    const above = await realpath(temporary)
    const folder = join(above, `parley-${key}`)
    if (!isShortEnough(folder)) continue
    if (layout.owner && (await findInaccessiblePath(above, layout.owner)) !== undefined) continue
    try {
      await mkdir(folder, { mode: 0o700 })
      if (layout.owner) await chown(folder, layout.owner.uid, layout.owner.gid)
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) continue
    }
    // The parent folder is world-writable, so a folder that another user created is not used.
    const found = await lstat(folder)
    if (found.isDirectory() && found.uid === who?.uid && (found.mode & 0o077) === 0) return folder
  }
  throw fault('socket', `The path ${layout.dir} is too long for a Unix socket: set DATA_DIR to a shorter one.`)
}

function isShortEnough(folder: string): boolean {
  // The limit on macOS is the shortest one: 104 bytes with the terminating zero.
  return Buffer.byteLength(join(folder, '.s.PGSQL.5432')) < 104
}
