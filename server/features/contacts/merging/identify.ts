// Finds the contact of a person by the addresses of one verified event, and merges the contacts that turn out to be one.

import { maxAddresses } from '#contract/contacts/contacts.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { LostRace } from '#server/platform/database/retry-conflicts.ts'
import type { Address } from '../contact/address.ts'
import {
  deleteOtherUsernames,
  insertContact,
  insertWithAddresses,
  lockAddresses,
  lockContactsOf,
  type OwnedAddress,
  saveAddresses,
  touchContacts,
} from '../contact/store.ts'
import { mergeLocked } from './merge-contacts.ts'
import { lockContacts } from './store-merges.ts'

export type IdentifyTx = Pick<Tx, 'db' | 'emit'> & { account: { id: number } }

export interface Sighting {
  /** At least one other than a username. All of one person: never what anyone could have typed. */
  addresses: readonly Address[]
  /** As the account calls the person; used if the contact has no name. */
  name?: string | null | undefined
  /** As the person is called on the channel. */
  profileName?: string | null | undefined
}

export interface Identified {
  id: number
  /** The name that the account gave. */
  name: string | null
  /** Whether this has created it, or given it addresses. */
  change: 'created' | 'updated' | undefined
  /** False if the contact would have had too many addresses. Then some are left without one, or with another one. */
  isComplete: boolean
}

/** Creates the contact if no address is known. */
export async function identifyContact(tx: IdentifyTx, sighting: Sighting): Promise<Identified> {
  const identified = await identify(tx, sighting)
  await announce(tx, identified)
  return identified
}

/** Emits the event of the change, for which the contact is complete. */
export async function announce(tx: IdentifyTx, { id, change }: Pick<Identified, 'id' | 'change'>): Promise<void> {
  if (change) await tx.emit(`contact.${change}`, { accountId: tx.account.id, contactId: id })
}

/** Like `identifyContact`, for a contact that is changed further before `announce`. */
export async function identify(tx: IdentifyTx, sighting: Sighting): Promise<Identified> {
  const accountId = tx.account.id
  const names = { name: sighting.name ?? null, profileName: sighting.profileName ?? null }
  const { addresses } = sighting
  const touched = await touchContacts(tx.db, accountId, { addresses, ...names })
  const [known] = touched
  if (touched.length === 1 && known!.addresses === addresses.length)
    return { id: known!.id, name: known!.name, change: undefined, isComplete: true }
  if (touched.length === 0 && addresses.every(isLasting)) return createContact(tx, addresses, names)
  await lockAddresses(tx.db, accountId, addresses)
  const identified = await assign(tx, addresses.filter(isLasting), names)
  const username = addresses.find((address) => !isLasting(address))
  if (username) {
    await saveAddresses(tx.db, accountId, identified.id, [username])
    await deleteOtherUsernames(tx.db, accountId, identified.id, username.key)
  }
  const [contact] = await lockContacts(tx.db, accountId, [identified.id])
  const change = identified.change ?? (username && 'updated')
  return { ...identified, name: contact!.name, change }
}

async function createContact(
  tx: IdentifyTx,
  addresses: readonly Address[],
  names: { name: string | null; profileName: string | null },
): Promise<Identified> {
  const accountId = tx.account.id
  const id = await insertWithAddresses(tx.db, accountId, { ...names, addresses })
  if (id === undefined) throw new LostRace('Another transaction has created a contact with the address.')
  return { id, name: names.name, change: 'created', isComplete: true }
}

/** A username can belong to another person later, so it does not identify anyone. */
const isLasting = ({ kind }: Address): boolean => kind !== 'username'

const isSame = (a: Address, b: Address): boolean => a.kind === b.kind && a.key === b.key

/** The addresses are locked. Returns the contact that has them now. */
async function assign(
  tx: IdentifyTx,
  addresses: readonly Address[],
  names: { name: string | null; profileName: string | null },
): Promise<Omit<Identified, 'name'>> {
  const accountId = tx.account.id
  const owned = await lockContactsOf(tx.db, accountId, addresses)
  const former = findFormerId(addresses, owned)
  const moving = former === undefined ? [] : addresses.filter(({ kind }) => kind === 'phone')
  const known = addresses.filter((address) => !moving.includes(address))
  const ownerOf = (address: Address) => owned.find((other) => isSame(other, address))?.contactId
  const owners = [...new Set(known.flatMap((address) => ownerOf(address) ?? []))].sort((a, b) => a - b)
  const id = owners[0] ?? (await insertContact(tx.db, accountId, names))
  const merged = await mergeOwners(tx, owners, owned)
  const added = [...moving, ...known.filter((address) => ownerOf(address) === undefined)]
  const isComplete = merged.isComplete && merged.addresses + added.length <= maxAddresses
  if (added.length > 0 && isComplete) await saveAddresses(tx.db, accountId, id, added)
  for (const { key } of moving) await tx.emit('contact.number-moved', { accountId, key, formerKey: former!.key })
  const isUpdated = added.length > 0 && isComplete
  return { id, change: owners.length === 0 ? 'created' : isUpdated ? 'updated' : undefined, isComplete }
}

/** Merges the contacts into the first one, as long as it has no more addresses than a person. */
async function mergeOwners(tx: IdentifyTx, ids: readonly number[], owned: readonly OwnedAddress[]) {
  const countOf = (id: number) => owned.filter(({ contactId }) => contactId === id).length
  let addresses = ids.length === 0 ? 0 : countOf(ids[0]!)
  let isComplete = true
  const locked = ids.length > 1 ? await lockContacts(tx.db, tx.account.id, ids) : []
  for (const other of locked.slice(1)) {
    const added = countOf(other.id)
    if (addresses + added > maxAddresses) {
      isComplete = false
      continue
    }
    // What it got from the contacts before is read again.
    const [into] = await lockContacts(tx.db, tx.account.id, [ids[0]!])
    await mergeLocked(tx, { into: into!, other, cause: 'event' })
    addresses += added
  }
  return { addresses, isComplete }
}

/**
 * A channel gives a user another id with another number. So if a number comes with an id, and its contact has only different
 * ones from the same carrier account, then the number belongs to another person now. Returns the id of the former one.
 */
function findFormerId(addresses: readonly Address[], owned: readonly OwnedAddress[]): OwnedAddress | undefined {
  const isId = ({ kind }: Address): boolean => kind === 'channel_user'
  const number = addresses.find(({ kind }) => kind === 'phone')
  const ids = addresses.filter(isId)
  const contactId = number && owned.find((other) => isSame(other, number))?.contactId
  if (contactId === undefined || ids.length === 0) return undefined
  const former = owned.filter((other) => other.contactId === contactId && isId(other))
  const isKnown = former.some((other) => ids.some((id) => isSame(other, id)))
  return isKnown ? undefined : former.find(({ scope }) => ids.some((id) => (id.scope ?? null) === (scope ?? null)))
}
