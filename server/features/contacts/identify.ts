// Finds the contact of a person by the addresses of one verified event, and merges the contacts that turn out to be one.
import type { Tx } from '#server/platform/context/context.ts'
import { type Address, mostAddresses } from './address.ts'
import {
  deleteOtherUsernames,
  insertContact,
  lockAddresses,
  lockContactsOf,
  type OwnedAddress,
  saveAddresses,
  touchContacts,
} from './store.ts'
import { mergeInto } from './store-merges.ts'

export interface Sighting {
  /** At least one other than a username. All of one person: never what anyone could have typed. */
  addresses: readonly Address[]
  /** As the account calls the person; used if the contact has no name. */
  name?: string | null | undefined
  /** As the person is called on the channel. */
  profileName?: string | null | undefined
}

/** Creates the contact if no address is known. Returns its id. */
export async function identifyContact(tx: Tx, sighting: Sighting): Promise<number> {
  const accountId = tx.account.id
  const names = { name: sighting.name ?? null, profileName: sighting.profileName ?? null }
  const { addresses } = sighting
  const touched = await touchContacts(tx.db, accountId, { addresses, ...names })
  if (touched.length === 1 && touched[0]!.addresses === addresses.length) return touched[0]!.id
  await lockAddresses(tx.db, accountId, addresses)
  const contactId = await assign(tx, addresses.filter(isLasting), names)
  const username = addresses.find((address) => !isLasting(address))
  if (username) {
    await saveAddresses(tx.db, accountId, contactId, [username])
    await deleteOtherUsernames(tx.db, accountId, contactId, username.key)
  }
  return contactId
}

/** A username can belong to another person later, so it does not identify anyone. */
const isLasting = ({ kind }: Address): boolean => kind !== 'username'

const isSame = (a: Address, b: Address): boolean => a.kind === b.kind && a.key === b.key

/** The addresses are locked. Returns the contact that has them now. */
async function assign(
  tx: Tx,
  addresses: readonly Address[],
  names: { name: string | null; profileName: string | null },
): Promise<number> {
  const accountId = tx.account.id
  const owned = await lockContactsOf(tx.db, accountId, addresses)
  const former = findFormerId(addresses, owned)
  const moving = former === undefined ? [] : addresses.filter(({ kind }) => kind === 'phone')
  const known = addresses.filter((address) => !moving.includes(address))
  const ownerOf = (address: Address) => owned.find((other) => isSame(other, address))?.contactId
  const owners = [...new Set(known.flatMap((address) => ownerOf(address) ?? []))].sort((a, b) => a - b)
  const [first, ...others] = owners
  const contactId = first ?? (await insertContact(tx.db, accountId, { uuid: tx.newId(), ...names }))
  let count = owned.filter((address) => address.contactId === contactId).length
  for (const mergedId of others) {
    const added = owned.filter((address) => address.contactId === mergedId).length
    if (count + added > mostAddresses) continue
    await mergeInto(tx.db, accountId, { contactId, mergedId, cause: 'event' })
    count += added
  }
  const added = [...moving, ...known.filter((address) => ownerOf(address) === undefined)]
  if (added.length > 0 && count + added.length <= mostAddresses) await saveAddresses(tx.db, accountId, contactId, added)
  for (const { key } of moving) await tx.emit('contact.number-moved', { accountId, key, formerKey: former!.key })
  return contactId
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
