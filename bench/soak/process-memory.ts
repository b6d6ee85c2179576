// Reads the memory of a process and of the processes that it has started.
import { readdir, readFile } from 'node:fs/promises'
import { residentMegabytes } from '../shared/process-usage.ts'

/** Megabytes of resident memory by what runs in the processes. `total` is their sum. */
export type ProcessMemory = Map<string, number>

export async function readProcessMemory(pid: number): Promise<ProcessMemory> {
  const memory: ProcessMemory = new Map()
  let total = 0
  for (const one of await withDescendants(pid)) {
    const megabytes = await residentMegabytes(one)
    // It has ended in the meantime.
    if (Number.isNaN(megabytes)) continue
    const name = one === pid ? 'server' : await nameOf(one)
    memory.set(name, (memory.get(name) ?? 0) + megabytes)
    total += megabytes
  }
  return memory.set('total', total)
}

async function withDescendants(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const parents = new Map(await Promise.all(pids.map(async (one) => [one, await parentOf(one)] as const)))
  const found = [pid]
  for (const parent of found) for (const [child, its] of parents) if (its === parent) found.push(child)
  return found
}

async function parentOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = /^PPid:\s+(\d+)$/m.exec(status)?.[1]
  return parent === undefined ? undefined : Number(parent)
}

/** The last module that the command line names. */
async function nameOf(pid: number): Promise<string> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const module = commandLine.split('\0').findLast((argument) => argument.endsWith('.ts'))
  return module === undefined ? 'other' : module.split('/').slice(-3).join('/')
}
