// The settings of the embedded PostgreSQL. ALTER SYSTEM overrides them.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from './address.ts'
import { replaceFile } from './file-access.ts'
import type { Layout } from './layout.ts'

const everywhere = {
  max_connections: '250',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  log_line_prefix: '%m [%p] ',
  unix_socket_permissions: '0700',
}

const notDurable = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

export async function writeServerSettings(layout: Layout, address: Address, durable: boolean): Promise<void> {
  const { host, port, password } = address
  const where =
    password === undefined
      ? // The setting is a list, so paths with a comma or a space need double quotes.
        { listen_addresses: '', unix_socket_directories: `"${host.replaceAll('"', '""')}"`, port: '5432' }
      : { listen_addresses: host, unix_socket_directories: '', port: String(port) }
  const settings = { ...everywhere, ...where, ...(durable ? {} : notDurable) }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quote(value)}\n`)
  const path = join(layout.cluster, 'parley.conf')
  const text = `# Written by Parley at every start; use ALTER SYSTEM to change a setting.\n${lines.join('')}`
  await replaceFile(path, text, layout.owner)
}

/** Whether the last start had fsync off. */
export async function wasNotDurable({ cluster }: Layout): Promise<boolean> {
  const text = await readFile(join(cluster, 'parley.conf'), 'utf8').catch(() => '')
  return text.includes(`fsync = 'off'`)
}

function quote(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
