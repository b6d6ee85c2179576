// Creates the data directory of PostgreSQL atomically.
import { randomBytes } from 'node:crypto'
import { appendFile, chmod, lchown, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { namelessFault } from './fault.ts'
import { exists } from './file-access.ts'
import type { Layout } from './layout.ts'
import { runProgram } from './run-program.ts'

export interface ClusterOptions {
  /** False leaves syncing to the operating system. */
  durable: boolean
  /** The password of a server that listens on TCP. */
  passwordFile: string | undefined
}

/** Creates the cluster in a temporary folder and renames it when it is synced, so that a partial one is never used. */
export async function ensureCluster(layout: Layout, binaries: Binaries, options: ClusterOptions): Promise<void> {
  if (await isCluster(layout.cluster)) return takeOver(layout)
  for (const name of await readdir(layout.dir)) {
    // The initdb of a killed process may still be writing; its files are removed at the next start.
    if (name.startsWith('cluster-')) await rm(join(layout.dir, name), { recursive: true, force: true }).catch(() => {})
  }
  const unfinished = join(layout.dir, `cluster-${randomBytes(4).toString('hex')}`)
  try {
    await runProgram(binaries.initdb, initdbArguments(unfinished, options), layout)
  } catch (error) {
    throw explain(error)
  }
  await appendFile(join(unfinished, 'postgresql.conf'), "\ninclude_if_exists = 'parley.conf'\n", {
    flush: options.durable,
  })
  await rename(unfinished, layout.cluster)
  if (options.durable) await syncFolder(layout.dir)
}

/** initdb requires a user name, but containers often run as a user without one. */
function explain(error: unknown): unknown {
  const nameless = /could not look up effective user ID (\d+)/.exec((error as Error).message)
  return nameless ? namelessFault(nameless[1]!, error) : error
}

/** PostgreSQL's built-in C.UTF-8 sorts identically on every system. */
function initdbArguments(cluster: string, { durable, passwordFile }: ClusterOptions): string[] {
  const common = ['-D', cluster, '-U', 'parley', '-E', 'UTF8', '--no-instructions', ...(durable ? [] : ['--no-sync'])]
  const locale = ['--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access =
    passwordFile === undefined
      ? ['--auth-local=peer', '--auth-host=reject']
      : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  return [...common, ...locale, ...access]
}

/** Syncs all files that were written while fsync was off. */
export async function syncCluster(layout: Layout, binaries: Binaries): Promise<void> {
  await runProgram(binaries.initdb, ['--sync-only', '-D', layout.cluster], layout)
}

/** Gives files that root restored from a backup to the user who runs the server. */
async function takeOver({ cluster, owner }: Layout): Promise<void> {
  if (!owner || (await lstat(cluster)).uid !== 0) return
  for (const name of await readdir(cluster, { recursive: true })) {
    await lchown(join(cluster, name), owner.uid, owner.gid)
  }
  await chmod(cluster, 0o700)
  await lchown(cluster, owner.uid, owner.gid)
}

export const isCluster = (folder: string): Promise<boolean> => exists(join(folder, 'PG_VERSION'))

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot sync folders and does not need to.
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
