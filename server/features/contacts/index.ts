// Contacts: the people whom an account talks with.
export { type Address, channelAddress, externalAddress, usernameAddress } from './address.ts'
export { identifyContact } from './identify.ts'
export { personKeys, selectKeysOfPersons, selectNumbersOfPerson, selectPersonKeys } from './store-keys.ts'
