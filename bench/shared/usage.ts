// Reads the memory and the processor time of processes, and assigns processes to cores.
import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type pg from 'pg'

/** The unit of /proc, which is the same on all architectures. */
const ticksPerSecond = 100

const read = (pid: number | string, file: string): Promise<string> =>
  readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')

/** The fields of /proc/PID/stat from the state: 1 is the parent, 11 and 12 are the times, 13 and 14 those of children. */
async function readStat(pid: number | string): Promise<string[]> {
  const stat = await read(pid, 'stat')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const allPids = async (): Promise<string[]> => (await readdir('/proc')).filter((name) => /^\d+$/.test(name))

/** Returns user and system time in seconds, or NaN if the system has no /proc. */
export async function processorSeconds(pid: number): Promise<number> {
  const fields = await readStat(pid)
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** User and system time of all processes of a PostgreSQL on this machine in seconds, also of those that have ended. */
export async function postgresSeconds(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = (await readStat(rows[0]!.pid))[1]
  if (!postmaster) return Number.NaN
  const children = (await Promise.all((await allPids()).map(readStat))).filter(([, parent]) => parent === postmaster)
  const own = await readStat(postmaster)
  const ticks = [...children.flatMap((fields) => fields.slice(11, 13)), ...own.slice(11, 15)]
  return ticks.reduce((sum, count) => sum + Number(count), 0) / ticksPerSecond
}

/** NaN if the system has no /proc. */
export async function residentMegabytes(pid: number | string): Promise<number> {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await read(pid, 'status'))?.[1]
  return kilobytes === undefined ? Number.NaN : Number(kilobytes) / 1000
}

/** Megabytes of resident memory by what runs in the processes. `total` is their sum. */
export type ProcessMemory = Map<string, number>

/** The memory of a process and of all that it has started. */
export async function readProcessMemory(pid: number): Promise<ProcessMemory> {
  const parents = await Promise.all((await allPids()).map(async (one) => [one, (await readStat(one))[1]] as const))
  const family = [String(pid)]
  for (const member of family) for (const [child, parent] of parents) if (parent === member) family.push(child)
  const memory: ProcessMemory = new Map()
  let total = 0
  for (const one of family) {
    const megabytes = await residentMegabytes(one)
    // It has ended in the meantime.
    if (Number.isNaN(megabytes)) continue
    const module = (await read(one, 'cmdline')).split('\0').findLast((argument) => argument.endsWith('.ts'))
    const name = one === String(pid) ? 'server' : (module?.split('/').slice(-3).join('/') ?? 'other')
    memory.set(name, (memory.get(name) ?? 0) + megabytes)
    total += megabytes
  }
  return memory.set('total', total)
}

const watchMs = 50

/** Watches the resident memory of a process until the work is done, and returns by how much it rose. */
export async function watchMemory<T>(pid: number, work: () => Promise<T>) {
  const before = await residentMegabytes(pid)
  let most = before
  const timer = setInterval(async () => {
    most = Math.max(most, await residentMegabytes(pid))
  }, watchMs)
  try {
    const value = await work()
    return { value, before, most, added: most - before }
  } finally {
    clearInterval(timer)
  }
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
