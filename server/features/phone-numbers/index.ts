// Phone numbers: those of an account, and the limits for its outgoing calls.
export { assignPhoneNumber } from './assign-phone-number.ts'
export { checkDestination, isFictional } from './calling/check-destination.ts'
export {
  type CallingPolicy,
  callingPolicyOf,
  checkSmsDestination,
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
export { importPhoneNumber } from './import-phone-number.ts'
export { inspectPhoneNumbers } from './inspect-phone-numbers.ts'
export { isUsableFor, type PhoneNumber } from './number/phone-number.ts'
export {
  findPhoneNumber,
  findPhoneNumberAtCarrier,
  hasNumbersAtOtherAccount,
  lockPhoneNumber,
  selectAllNumbers,
  selectOwnedPhoneNumbers,
  selectPhoneNumbers,
} from './number/store.ts'
export { typeLabels } from './present.ts'
