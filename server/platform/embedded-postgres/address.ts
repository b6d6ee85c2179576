// Where a server of ours is reached: in a folder's Unix socket, or on a loopback port with a password.
import { randomBytes } from 'node:crypto'
import { chown, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { hasCode } from './fault.ts'
import type { Host } from './host.ts'
import type { Layout } from './layout.ts'
import type { PostmasterFile } from './postmaster-file.ts'
import { makeSocketDir } from './socket-dir.ts'

export interface Address {
  /** A folder for a socket, else 127.0.0.1. */
  host: string
  port: number
  /** Only on loopback; a socket is protected by its folder. */
  password?: string
}

/** Both libpq's tools and `new URL` read it; sslmode keeps a PGSSLMODE of the shell out. */
export function connectionStringOf({ host, port, password }: Address): string {
  if (password !== undefined) return `postgresql://parley:${password}@${host}:${port}/parley?sslmode=disable`
  return `postgresql://parley@localhost:${port}/parley?host=${encodeURIComponent(host)}&sslmode=disable`
}

export async function addressOf(file: PostmasterFile, place: Layout, surroundings: Host): Promise<Address> {
  if (surroundings.transport === 'socket') return { host: file.socketDir, port: file.port }
  return { host: '127.0.0.1', port: file.port, password: await settlePassword(place) }
}

/** For a server that is about to start; a loopback port is kept while it is free. */
export async function newAddress(place: Layout, surroundings: Host): Promise<Address> {
  if (surroundings.transport === 'socket') return { host: await makeSocketDir(place, surroundings), port: 5432 }
  const path = join(place.home, 'port')
  const last = Number(await readFile(path, 'utf8').catch(() => '0'))
  const port = await freePort(last).catch(() => freePort(0))
  await writeFile(path, String(port), { mode: 0o600 })
  return { host: '127.0.0.1', port, password: await settlePassword(place) }
}

export function passwordFileOf({ home }: Layout): string {
  return join(home, 'password')
}

/** The one password of this cluster, made before it. */
export async function settlePassword(place: Layout): Promise<string> {
  const path = passwordFileOf(place)
  try {
    await writeFile(path, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
    if (place.owner) await chown(path, place.owner.uid, place.owner.gid)
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
