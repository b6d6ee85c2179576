// SIP trunks and SIP telephones: the lines that the SIP carrier serves, and their encrypted passwords.
export { readPhonePassword } from './phone.ts'
export { createPhone } from './save-phone.ts'
export { createServerClaim } from './server-claim.ts'
export { createSipLines } from './sip-lines.ts'
export { findUsernameOwner, hasPhones as hasSipPhones, selectAllPhones as selectAllSipPhones } from './store-phones.ts'
export { hasTrunkPasswords, selectAllTrunks } from './store-trunks.ts'
export { readTrunkPassword } from './trunk.ts'
