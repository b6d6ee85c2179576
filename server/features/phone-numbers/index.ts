// Phone numbers of accounts.
export { isUsableFor, type PhoneNumber } from './number/phone-number.ts'
export { findPhoneNumber, findPhoneNumberAtCarrier } from './number/store.ts'
