// Makes PostgreSQL's data directory, complete or not at all.
import { randomBytes } from 'node:crypto'
import { appendFile, chmod, lchown, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { namelessFault } from './fault.ts'
import type { Layout } from './layout.ts'
import { runProgram } from './run-program.ts'

export interface ClusterOptions {
  /** False leaves the files to the system's own time of writing. */
  durable: boolean
  /** Holds the password of a server that is reached over TCP. */
  passwordFile: string | undefined
}

/** A cluster is made beside its place and renamed when it is on disk: what a killed Parley leaves is never used. */
export async function ensureCluster(place: Layout, binaries: Binaries, options: ClusterOptions): Promise<void> {
  if (await isCluster(place.cluster)) return takeOver(place)
  for (const name of await readdir(place.home)) {
    // The initdb of a killed Parley may still write; what it leaves goes the next time.
    if (name.startsWith('cluster-')) await rm(join(place.home, name), { recursive: true, force: true }).catch(() => {})
  }
  const unfinished = join(place.home, `cluster-${randomBytes(4).toString('hex')}`)
  try {
    await runProgram(binaries.initdb, initdbArguments(unfinished, options), place)
  } catch (error) {
    throw explain(error)
  }
  await appendFile(join(unfinished, 'postgresql.conf'), "\ninclude_if_exists = 'parley.conf'\n", {
    flush: options.durable,
  })
  await rename(unfinished, place.cluster)
  if (options.durable) await syncFolder(place.home)
}

/** PostgreSQL insists that the user who makes a cluster has a name; containers like to run users without one. */
function explain(error: unknown): unknown {
  const nameless = /could not look up effective user ID (\d+)/.exec((error as Error).message)
  return nameless ? namelessFault(nameless[1]!, error) : error
}

/** PostgreSQL's built-in C.UTF-8 sorts alike on every system, whatever locales it has. */
function initdbArguments(cluster: string, { durable, passwordFile }: ClusterOptions): string[] {
  const common = ['-D', cluster, '-U', 'parley', '-E', 'UTF8', '--no-instructions', ...(durable ? [] : ['--no-sync'])]
  const locale = ['--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access =
    passwordFile === undefined
      ? ['--auth-local=peer', '--auth-host=reject']
      : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  return [...common, ...locale, ...access]
}

/** Writes every file to disk that was left to the system's own time while durability was off. */
export async function syncCluster(place: Layout, binaries: Binaries): Promise<void> {
  await runProgram(binaries.initdb, ['--sync-only', '-D', place.cluster], place)
}

/** Files that root brought back from a backup go to the user who runs the server. */
async function takeOver({ cluster, owner }: Layout): Promise<void> {
  if (!owner || (await lstat(cluster)).uid !== 0) return
  for (const name of await readdir(cluster, { recursive: true })) {
    await lchown(join(cluster, name), owner.uid, owner.gid)
  }
  await chmod(cluster, 0o700)
  await lchown(cluster, owner.uid, owner.gid)
}

export function isCluster(folder: string): Promise<boolean> {
  return lstat(join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders and needs no such sync.
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
