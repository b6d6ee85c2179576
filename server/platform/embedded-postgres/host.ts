// What the embedded PostgreSQL has to know of the machine it runs on.
import { homedir, tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A user of the operating system by numbers. */
export interface Owner {
  uid: number
  gid: number
}

export interface Host {
  platform: string
  arch: string
  /** Who Parley runs as; undefined where the system has no such numbers (Windows). */
  self: Owner | undefined
  /** Who runs PostgreSQL when Parley is root. */
  nobody: Owner
  /** Where a database goes when root's data directory is closed to `nobody`; undefined where no such place exists. */
  refuge: string | undefined
  /** Folders for short-lived files, the better one first. */
  temporary: string[]
  /** How Parley reaches the server; only Windows has no sockets that a directory can protect. */
  transport: 'socket' | 'loopback'
  /** The folder of an npm package, or undefined when it is not installed. */
  findPackage(name: string): string | undefined
}

export function currentHost(): Host {
  const uid = process.getuid?.()
  const gid = process.getgid?.()
  const posix = process.platform !== 'win32'
  return {
    platform: process.platform,
    arch: process.arch,
    self: uid === undefined || gid === undefined ? undefined : { uid, gid },
    nobody: { uid: 65534, gid: 65534 },
    refuge: process.platform === 'linux' ? '/var/lib/parley' : undefined,
    temporary: posix ? [tmpdir(), '/tmp'] : [tmpdir(), homedir()],
    transport: posix ? 'socket' : 'loopback',
    findPackage,
  }
}

function findPackage(name: string): string | undefined {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch {
    return undefined
  }
}
