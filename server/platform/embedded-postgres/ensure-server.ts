// Starts the server or adopts a running one. The caller holds the start lock.
import { type Address, newAddress, passwordFileOf, settlePassword } from './address.ts'
import type { Binaries } from './binaries.ts'
import { ensureCluster, isCluster, syncCluster } from './cluster.ts'
import type { Host } from './host.ts'
import type { Layout } from './layout.ts'
import { reloadSettings } from './queries.ts'
import { findServer, startServer } from './server.ts'
import { wasNotDurable, writeServerSettings } from './server-settings.ts'
import { restrictSocket } from './socket-access.ts'

export interface Base {
  layout: Layout
  host: Host
  binaries: Binaries
  durable: boolean
}

export async function ensureServer(base: Base): Promise<{ address: Address; adopted: boolean }> {
  const { layout, host, binaries, durable } = base
  const isLoopback = host.transport === 'loopback'
  // Before connecting, because an earlier version or another user may have started the server.
  if (!isLoopback && (await isCluster(layout.cluster))) await restrictSocket(layout, host)
  const found = await findServer(layout, host)
  if (found) {
    if (durable && !found.durable) await makeDurable(base, found.address)
    return { address: found.address, adopted: true }
  }
  if (isLoopback) await settlePassword(layout)
  await ensureCluster(layout, binaries, { durable, passwordFile: isLoopback ? passwordFileOf(layout) : undefined })
  if (durable && (await wasNotDurable(layout))) await syncCluster(layout, binaries)
  if (!isLoopback) await restrictSocket(layout, host)
  const address = await newAddress(layout, host)
  await writeServerSettings(layout, address, durable)
  await startServer(layout, host, binaries)
  return { address, adopted: false }
}

/** The server was started with fsync off; from here on it must be durable. */
async function makeDurable({ layout, binaries }: Base, address: Address): Promise<void> {
  await writeServerSettings(layout, address, true)
  await reloadSettings(address)
  await syncCluster(layout, binaries)
}
