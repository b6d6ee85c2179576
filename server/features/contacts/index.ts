// Contacts: the people whom an account talks with.
export { type Address, channelAddress, externalAddress, usernameAddress } from './address.ts'
export { type NamesOfContact, namesOfContact } from './filter-by-contact.ts'
export { identifyContact } from './identify.ts'
export { getContact } from './save-contact.ts'
export { personKeys, selectKeysOfPersons, selectNumbersOfPerson, selectPersonKeys } from './store-keys.ts'
export { identifierOf } from './store-personal-data.ts'
