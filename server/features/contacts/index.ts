// Contacts: the people whom an account talks with.

export { collectContacts } from './collection/collect-contacts.ts'
export type { PersonSource } from './collection/known-person.ts'
export { type Address, channelAddress, externalAddress, usernameAddress } from './contact/address.ts'
export { factsOfContact } from './contact/facts-of-contact.ts'
export { type NamesOfContact, namesOfContact } from './contact/filter-by-contact.ts'
export { personKeys, selectKeysOfPersons, selectNumbersOfPerson, selectPersonKeys } from './contact/store-keys.ts'
export { identifyContact } from './merging/identify.ts'
export { getContact } from './save-contact.ts'
export { identifierOf, isContactIdentifier } from './store-personal-data.ts'
