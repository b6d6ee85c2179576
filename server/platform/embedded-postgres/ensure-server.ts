// Brings the server of a place to life or finds it alive; its caller holds the start lock.
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
  place: Layout
  surroundings: Host
  binaries: Binaries
  durable: boolean
}

export async function ensureServer(base: Base): Promise<{ address: Address; adopted: boolean }> {
  const { place, surroundings, binaries, durable } = base
  const isLoopback = surroundings.transport === 'loopback'
  // Before the server is asked: an older Parley, or one of another user, may have started it.
  if (!isLoopback && (await isCluster(place.cluster))) await restrictSocket(place, surroundings)
  const found = await findServer(place, surroundings)
  if (found) {
    if (durable && !found.durable) await makeDurable(base, found.address)
    return { address: found.address, adopted: true }
  }
  if (isLoopback) await settlePassword(place)
  await ensureCluster(place, binaries, { durable, passwordFile: isLoopback ? passwordFileOf(place) : undefined })
  if (durable && (await wasNotDurable(place))) await syncCluster(place, binaries)
  if (!isLoopback) await restrictSocket(place, surroundings)
  const address = await newAddress(place, surroundings)
  await writeServerSettings(place, address, durable)
  await startServer(place, surroundings, binaries)
  return { address, adopted: false }
}

/** Someone who could lose the data began this server; from here on it may not. */
async function makeDurable({ place, binaries }: Base, address: Address): Promise<void> {
  await writeServerSettings(place, address, true)
  await reloadSettings(address)
  await syncCluster(place, binaries)
}
