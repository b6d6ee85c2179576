// Chooses the address to which messages to a customer are sent.
import type { Contact } from '../message/message.ts'

/** Prefers the address from which the customer has written, because the channel knows that form of the number. */
export function deliveryAddress(
  contact: Pick<Contact, 'address' | 'lastInboundAt'> | undefined,
  input: string,
): string {
  return contact && contact.lastInboundAt !== null ? contact.address : input
}
