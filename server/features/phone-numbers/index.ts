// Phone numbers: those of an account, and the limits for its outgoing calls.
export { assignPhoneNumber } from './assign-phone-number.ts'
export { checkDestination, isFictional } from './calling/check-destination.ts'
export {
  type CallingPolicy,
  callingPolicyOf,
  requireDestination,
  type SpendLimit,
  spendLimitsOf,
} from './calling/policy.ts'
export {
  CallingLimitReached,
  endDestination,
  lockDestinations,
  reserveDestination,
} from './calling/reserve-destination.ts'
export { setAllowedCountries } from './calling/set-allowed-countries.ts'
export { saveLimits } from './calling/store-limits.ts'
export { phoneNumberDeletedPoint } from './delete-phone-number.ts'
export { importPhoneNumber } from './import-phone-number.ts'
export { inspectPhoneNumbers } from './inspect-phone-numbers.ts'
export { taken as phoneNumberTaken } from './number/claim.ts'
export { countryOf } from './number/country.ts'
export { isUsableFor, type PhoneNumber } from './number/phone-number.ts'
export {
  deletePhoneNumberRow,
  findPhoneNumber,
  findPhoneNumberAtCarrier,
  hasNumbersAtOtherAccount,
  lockPhoneNumber,
  selectAllNumbers,
  selectNumbersOf,
  selectOwnedPhoneNumbers,
  selectPhoneNumbers,
} from './number/store.ts'
export {
  insertLineNumber,
  selectAllLineNumbers,
  selectLineNumbers,
  updateLineNumber,
} from './number/store-lines.ts'
export { typeLabels } from './present.ts'
