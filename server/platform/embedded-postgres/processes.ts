// Checks whether a process is alive and whether it is the server of a cluster.
import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { hasCode } from './fault.ts'

/** A zombie process counts as ended. */
export async function isAlive(pid: number): Promise<boolean> {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
  const stat = await readStat(pid)
  return stat?.state !== 'Z'
}

/** Process ids are reused, so a process counts only if it is a PostgreSQL server of this cluster. */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false
  if (process.platform === 'linux') {
    const stat = await readStat(pid)
    if (stat?.name !== 'postgres') return false
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    return folder === undefined || folder === cluster
  }
  // Windows has no cheap way to read a command line, so the response on the port decides.
  if (process.platform === 'win32') return true
  const found = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => undefined)
  return found?.stdout.includes(cluster) ?? false
}

/** Undefined on systems without /proc. */
async function readStat(pid: number): Promise<{ name: string; state: string } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const found = /^\d+ \((.*)\) (\S)/s.exec(text)
  return found ? { name: found[1]!, state: found[2]! } : undefined
}
