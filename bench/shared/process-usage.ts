// Reads the memory and the processor time of a process, and assigns processes to cores.
import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type pg from 'pg'

/** The unit of /proc, which is the same on all architectures. */
const ticksPerSecond = 100

/** Returns user and system time in seconds, or NaN if the system has no /proc. */
export async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(afterName[11]) + Number(afterName[12])) / ticksPerSecond
}

/** User and system time of all processes of a PostgreSQL on this machine in seconds, also of those that have ended. */
export async function postgresSeconds(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const fieldsOf = async (pid: string | number): Promise<string[]> => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  }
  const postmaster = (await fieldsOf(rows[0]!.pid))[1]
  if (!postmaster) return Number.NaN
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const children = (await Promise.all(pids.map(fieldsOf))).filter(([, parent]) => parent === postmaster)
  const own = await fieldsOf(postmaster)
  const ticks = [...children.flatMap((fields) => fields.slice(11, 13)), ...own.slice(11, 15)]
  return ticks.reduce((sum, count) => sum + Number(count), 0) / ticksPerSecond
}

/** NaN if the system has no /proc. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? Number.NaN : Number(kilobytes) / 1000
}

/** Shared pages count in proportion. NaN if the system has no /proc, or the process belongs to another user. */
export async function proportionalMegabytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]
  return kilobytes === undefined ? Number.NaN : Number(kilobytes) / 1000
}

/** Moves all threads of a process to one core. Returns false if the machine has one core, or no `taskset`. */
export function pinToCore(pid: number, core: number): boolean {
  if (availableParallelism() <= core) return false
  try {
    execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
