// Creates contacts, and changes what the account says about them and their addresses.
import { maxAddresses } from '#contract/contacts/contacts.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { InvalidInput, orRefuse, Refusal } from '#server/platform/refusal.ts'
import { phoneNumberError, readPhoneNumberWithExtension } from '#server/platform/text/read-phone-number.ts'
import { type Address, channelAddress, emailAddress, externalAddress } from './contact/address.ts'
import { type Contact, faultOf } from './contact/contact.ts'
import {
  countAddresses,
  deleteAddress,
  findOwner,
  insertContact,
  lockAddresses,
  saveAddresses,
} from './contact/store.ts'
import { findContact } from './contact/store-list.ts'
import { updateProfile } from './contact/store-profile.ts'
import { announce, identify } from './merging/identify.ts'
import { type LockedContact, lockContacts } from './merging/store-merges.ts'

export interface WrittenAddresses {
  /** As people write it. */
  phoneNumber?: string | undefined
  email?: string | undefined
  externalId?: string | undefined
}

export interface ProfileChange {
  /** Undefined: unchanged. */
  name?: string | null | undefined
  /** Null deletes the attribute. */
  attributes?: Record<string, string | null> | undefined
  labels?: readonly string[] | undefined
}

/** Throws `InvalidInput`. */
function readAddresses({ account }: AccountContext, written: WrittenAddresses): Address[] {
  const { phoneNumber, email, externalId } = written
  const addresses: Address[] = []
  if (phoneNumber !== undefined) {
    const read = readPhoneNumberWithExtension(phoneNumber, { country: account.country })
    if (typeof read === 'string') throw new InvalidInput({ phone_number: [phoneNumberError('phone number', read)] })
    addresses.push(channelAddress(read.phoneNumber))
  }
  if (email !== undefined) addresses.push(emailAddress(email))
  if (externalId !== undefined) addresses.push(externalAddress(externalId))
  return addresses
}

/**
 * Changes the contact that has one of the addresses, and merges several of them; they are of one person. Refuses with
 * `CONTACT_TOO_LARGE`; throws `InvalidInput`.
 */
export async function createContact(
  ctx: AccountContext,
  { addresses: written, profile }: { addresses: WrittenAddresses; profile: ProfileChange },
): Promise<{ contact: Contact; created: boolean }> {
  const addresses = readAddresses(ctx, written)
  const { id, created } = await transaction(ctx, async (tx) => {
    const found = addresses.length === 0 ? await createUnaddressed(tx) : await identify(tx, { addresses })
    if (!found.isComplete) throw new Refusal('CONTACT_TOO_LARGE')
    await changeProfile(tx, found.id, profile)
    const change = found.change ?? 'updated'
    await announce(tx, { id: found.id, change })
    return { id: found.id, created: change === 'created' }
  })
  return { contact: await getContact(ctx, id), created }
}

async function createUnaddressed(tx: Tx) {
  const id = await insertContact(tx.db, tx.account.id, { name: null, profileName: null })
  return { id, change: 'created' as const, isComplete: true }
}

/** Refuses with `CONTACT_NOT_FOUND`; throws `InvalidInput` if there are too many attributes in total. */
export async function updateContact(ctx: AccountContext, givenId: number, change: ProfileChange): Promise<Contact> {
  const { id } = await getContact(ctx, givenId)
  await transaction(ctx, async (tx) => {
    await changeProfile(tx, id, change)
    await tx.emit('contact.updated', { accountId: tx.account.id, contactId: id })
  })
  return getContact(ctx, id)
}

async function changeProfile(tx: Tx, id: number, { name, attributes, labels }: ProfileChange): Promise<void> {
  const contact = await lockContact(tx, id)
  const merged = Object.fromEntries(
    Object.entries({ ...contact.attributes, ...attributes }).filter(([, value]) => value !== null),
  ) as Record<string, string>
  const fault = faultOf(merged)
  if (fault !== undefined) throw new InvalidInput({ attributes: [fault.replace(':attribute', 'attributes')] })
  await updateProfile(tx.db, tx.account.id, id, {
    name: name === undefined ? contact.name : name,
    attributes: merged,
    labels: labels ? [...new Set(labels)] : contact.labels,
  })
}

async function lockContact(tx: Tx, id: number): Promise<LockedContact> {
  const [contact] = await lockContacts(tx.db, tx.account.id, [id])
  return orRefuse(contact, 'CONTACT_NOT_FOUND')
}

/** Refuses with `CONTACT_NOT_FOUND`, `ADDRESS_TAKEN` and `CONTACT_TOO_LARGE`; throws `InvalidInput`. */
export async function addAddress(ctx: AccountContext, givenId: number, written: WrittenAddresses): Promise<Contact> {
  const { id } = await getContact(ctx, givenId)
  const addresses = readAddresses(ctx, written)
  await transaction(ctx, async (tx) => {
    const accountId = tx.account.id
    await lockAddresses(tx.db, accountId, addresses)
    await lockContact(tx, id)
    const owner = await findOwner(tx.db, accountId, addresses[0]!)
    if (owner === id) return
    if (owner !== undefined) throw new Refusal('ADDRESS_TAKEN')
    if ((await countAddresses(tx.db, accountId, [id])) >= maxAddresses) throw new Refusal('CONTACT_TOO_LARGE')
    await saveAddresses(tx.db, accountId, id, addresses)
    await tx.emit('contact.updated', { accountId, contactId: id })
  })
  return getContact(ctx, id)
}

/** Refuses with `CONTACT_NOT_FOUND` and `ADDRESS_NOT_FOUND`. */
export async function removeAddress(ctx: AccountContext, givenId: number, addressId: number): Promise<Contact> {
  const { id } = await getContact(ctx, givenId)
  await transaction(ctx, async (tx) => {
    const accountId = tx.account.id
    await lockContact(tx, id)
    const key = orRefuse(await deleteAddress(tx.db, accountId, id, addressId), 'ADDRESS_NOT_FOUND')
    await tx.emit('contact.updated', { accountId, contactId: id })
    await tx.emit('contact.separated', { accountId, keys: [key] })
  })
  return getContact(ctx, id)
}

/** Returns the contact into which a merged one was merged. Refuses with `CONTACT_NOT_FOUND`. */
export async function getContact(
  { db, account }: Pick<AccountContext, 'db' | 'account'>,
  id: number,
): Promise<Contact> {
  return orRefuse(await findContact(db, account.id, id), 'CONTACT_NOT_FOUND')
}
