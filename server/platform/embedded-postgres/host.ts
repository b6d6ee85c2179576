// The properties of the host that the embedded PostgreSQL depends on.
import { homedir, tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A user of the operating system by its ids. */
export interface Owner {
  uid: number
  gid: number
}

export interface Host {
  platform: string
  arch: string
  /** The user that runs Parley. Undefined on systems without user ids (Windows). */
  self: Owner | undefined
  /** The user that runs PostgreSQL if Parley runs as root. */
  nobody: Owner
  /** Contains the database if the user `nobody` has no access to root's data directory. Undefined if the system has no such folder. */
  fallbackRoot: string | undefined
  /** Folders for short-lived files, in order of preference. */
  temporary: string[]
  /** Sockets, except on Windows, where a folder cannot protect them. */
  transport: 'socket' | 'loopback'
  /** The folder of an npm package. Undefined if it is not installed. */
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
    fallbackRoot: process.platform === 'linux' ? '/var/lib/parley' : undefined,
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
