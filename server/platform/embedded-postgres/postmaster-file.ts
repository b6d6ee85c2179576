// Reads and changes postmaster.pid, the file in which a server stores its process id and address.
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from './fault.ts'

/** Source: src/include/utils/pidfile.h of PostgreSQL 18. */
export interface PostmasterFile {
  /** 0 while the file is incomplete. */
  pid: number
  port: number
  /** Empty if the server has no Unix socket. */
  socketDir: string
  status: string
}

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  let text: string
  try {
    text = await readFile(join(cluster, 'postmaster.pid'), 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
  return parsePostmasterFile(text)
}

export function parsePostmasterFile(text: string): PostmasterFile {
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Math.abs(Number(lines[0]))
  return {
    pid: Number.isSafeInteger(pid) ? pid : 0,
    port: Number(lines[3] ?? 0),
    socketDir: lines[4] ?? '',
    status: lines[7] ?? '',
  }
}

/**
 * Writes the id of a process that cannot exist, so that PostgreSQL treats the file as stale even if the id has been
 * reused. The file is kept, because its shared memory line prevents a new server from starting while children of the
 * old one still write.
 */
export async function disownPostmasterFile(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  const text = await readFile(path, 'utf8')
  const left = parsePostmasterFile(text)
  if (left.pid === 0) return rm(path, { force: true })
  const impossiblePid = 2 ** 31 - 2
  const { uid, gid } = await stat(path)
  await writeFile(`${path}.stale`, [impossiblePid, ...text.split('\n').slice(1)].join('\n'), { mode: 0o600 })
  await chown(`${path}.stale`, uid, gid)
  await rename(`${path}.stale`, path)
  if (left.socketDir === '') return
  for (const end of ['', '.lock']) await rm(join(left.socketDir, `.s.PGSQL.${left.port}${end}`), { force: true })
}
