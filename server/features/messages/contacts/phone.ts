// Phone numbers of customers: how they are written, and how one is known in all its spellings.
import { numberVariants } from '#server/features/messages/contacts/phone-number-variants.ts'
import type { Contact } from '../message/message.ts'

export const isE164 = (number: string): boolean => /^\+[1-9]\d{6,14}$/.test(number)

/** The same for every spelling of a number; an address that is no number stands for itself. */
export function customerKeyOf(address: string): string {
  return numberVariants(address).sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0]!
}

/** Who has written is answered at the address he wrote from: it is the one under which the channel knows him. */
export function addressOf(contact: Pick<Contact, 'address' | 'lastInboundAt'> | undefined, given: string): string {
  return contact && contact.lastInboundAt !== null ? contact.address : given
}
