// Keeps the keys of all accounts and the chosen servers in memory, so that models are chosen without a query, and follows their changes.
import { vendorCode } from '#contract/account/vendors.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Notifications, notify } from '#server/platform/database/notifications.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { StoredKeys, VendorKey } from '#server/ports/vendors.ts'
import { openKey } from './seal-key.ts'
import { type KeyOwner, type StoredKey, selectAllKeys, selectKeys } from './store.ts'
import { selectLocalServers } from './store-local-servers.ts'

/** The payload is the id of the account, or `installation`. */
const channel = 'parley_vendor_keys'
const retryMs = 1_000
/** Accounts whose keys are decrypted at the same time. */
const maxOpen = 1_000

interface StoredKeysOptions {
  db: Db
  notifications: Notifications
  masterKey: Uint8Array
  log: Log
}

type OpenStoredKeys = StoredKeys & { refresh(owner: KeyOwner): Promise<void> }

/** Must be called in the transaction that changes a key. */
export const announceKeys = (db: Db, owner: KeyOwner): Promise<void> =>
  notify(db, channel, owner === undefined ? 'installation' : String(owner))

export async function openStoredKeys({
  db,
  notifications,
  masterKey,
  log,
}: StoredKeysOptions): Promise<OpenStoredKeys> {
  let stored = await readAll()
  let servers = await selectLocalServers(db)
  /** From the least to the most recently used. */
  const opened = new Map<KeyOwner, readonly VendorKey[]>()
  let reading: Promise<void> = Promise.resolve()

  async function readAll(): Promise<Map<KeyOwner, StoredKey[]>> {
    const rows = await selectAllKeys(db)
    return Map.groupBy(rows, ({ accountId }) => accountId ?? undefined)
  }

  function keep(owner: KeyOwner, keys: StoredKey[]): void {
    if (keys.length > 0) stored.set(owner, keys)
    else stored.delete(owner)
    opened.delete(owner)
  }

  /** One after another, so that an older result never replaces a newer one. */
  function inTurn(read: () => Promise<void>): Promise<void> {
    reading = reading.catch(() => {}).then(read)
    return reading
  }

  const refresh = (owner: KeyOwner) =>
    inTurn(async () => {
      const keys = await selectKeys(db, owner)
      if (owner === undefined) servers = await selectLocalServers(db)
      keep(owner, keys)
    })
  const refreshAll = () =>
    inTurn(async () => {
      const keys = await readAll()
      servers = await selectLocalServers(db)
      stored = keys
      opened.clear()
    })

  function follow(payload: string): void {
    const owner = payload === 'installation' ? undefined : Number(payload)
    const read = payload === '' ? refreshAll() : refresh(owner)
    read.catch((error) => {
      log.warn({ error }, 'the keys of vendors could not be read again')
      setTimeout(follow, retryMs, '').unref()
    })
  }

  notifications.on(channel, follow)

  function open(owner: KeyOwner): readonly VendorKey[] {
    return (stored.get(owner) ?? []).flatMap((key) => {
      // A newer version can have stored keys of vendors that this one does not know.
      if (!vendorCode.safeParse(key.vendor).success) return []
      const found = openKey(masterKey, owner, key)
      if (!found) log.warn({ account: owner, vendor: key.vendor }, 'a vendor key was encrypted with another master key')
      return found ?? []
    })
  }

  return {
    of(owner) {
      const keys = opened.get(owner) ?? open(owner)
      opened.delete(owner)
      // Accounts without keys are not worth the memory.
      if (owner !== undefined && !stored.has(owner)) return none
      opened.set(owner, keys)
      const [oldest] = opened.keys()
      if (opened.size > maxOpen && oldest !== undefined) opened.delete(oldest)
      return keys
    },
    localServers: () => servers,
    refresh,
  }
}

const none: readonly VendorKey[] = []
