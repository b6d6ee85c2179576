// Carrier accounts: the account's own or that of the installation, their webhooks for messages, and errors of carriers.
export {
  areCredentialsReadable,
  carrierAccountFor,
  encryptCredentials,
  findCarrierAccountById,
  findCredentials,
  isOfInstallation,
  isReachable,
  keepOwnCarrierAccount,
} from './carrier-account.ts'
export { CarrierRefusal, isCarrierRejection, refusalFor, requestCarrier, requireCapability } from './request-carrier.ts'
export {
  deleteCarrierAccountRow,
  findCarrierAccount,
  hasCarrierAccounts,
  lockCarrierAccount,
  type StoredCarrierAccount,
  saveCarrierAccount,
  selectCarrierAccounts,
  updateVerifiedAt,
} from './store.ts'
