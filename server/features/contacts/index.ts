// Contacts: the people whom an account talks with.
export { type Address, channelAddress, externalAddress, usernameAddress } from './address.ts'
export { collectContacts } from './collect-contacts.ts'
export { type NamesOfContact, namesOfContact } from './filter-by-contact.ts'
export { identifyContact } from './identify.ts'
export type { PersonSource } from './known-person.ts'
export { getContact } from './save-contact.ts'
export { personKeys, selectKeysOfPersons, selectNumbersOfPerson, selectPersonKeys } from './store-keys.ts'
export { identifierOf } from './store-personal-data.ts'
