// Lets only the users of the operating system who run Parley connect to the server's Unix socket.
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { namelessFault } from './fault.ts'
import { replaceFile } from './file-access.ts'
import type { Host } from './host.ts'
import type { Layout } from './layout.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { isPostmaster } from './processes.ts'

const written = '# Written by Parley at every start.\n'
const mapName = 'parley'
const access = `${written}local all parley peer map=${mapName}\n`
const entryOf = (user: string): string => `${mapName} "${user.replaceAll('"', '""')}" parley`

/**
 * Writes pg_hba.conf and pg_ident.conf, and reloads them if the server is running. If Parley runs as root, the server
 * runs as `nobody`, a user that other programs share; their processes are rejected.
 */
export async function restrictSocket(layout: Layout, host: Host): Promise<void> {
  const identFile = join(layout.cluster, 'pg_ident.conf')
  const isSharedUser = layout.owner?.uid === host.nobody.uid
  const known = isSharedUser ? [] : entriesIn(await readFile(identFile, 'utf8').catch(() => ''))
  const entries = new Set([...known, entryOf('root'), entryOf(nameOfSelf())])
  const users = `${written}${[...entries].sort().join('\n')}\n`
  const changes = [
    await replaceFile(identFile, users, layout.owner),
    await replaceFile(join(layout.cluster, 'pg_hba.conf'), access, layout.owner),
  ]
  if (!changes.includes(true)) return
  const file = await readPostmasterFile(layout.cluster)
  if (file && (await isPostmaster(file.pid, layout.cluster))) process.kill(file.pid, 'SIGHUP')
}

/** Reads the users of other processes from the existing file. */
function entriesIn(text: string): string[] {
  return text.startsWith(written) ? text.split('\n').filter((line) => line.startsWith(`${mapName} `)) : []
}

function nameOfSelf(): string {
  try {
    return userInfo().username
  } catch (error) {
    throw namelessFault(String(process.getuid?.()), error)
  }
}
