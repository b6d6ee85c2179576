// Chooses the address to which messages to a customer are sent.
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'
import type { Contact } from '../message/message.ts'

type Written = Pick<Contact, 'address' | 'lastInboundAt'> | undefined

/** For a message within the window: the address from which the person wrote last, because it is open there. */
export const windowAddress = (contact: Written, number: string): string =>
  contact && contact.lastInboundAt !== null ? contact.address : number

/** Prefers the form of the number from which the customer has written, because the channel knows it. */
export const numberAddress = (contact: Written, number: string): string =>
  contact && phoneNumberKey(contact.address) === phoneNumberKey(number) ? windowAddress(contact, number) : number
