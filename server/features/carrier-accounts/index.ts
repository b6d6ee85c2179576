// Carrier accounts: the account's own or that of the installation, their webhooks for messages, and errors of carriers.
export {
  carrierAccountFor,
  encryptToken,
  findAuthToken,
  findCarrierAccountBySid,
  isOfInstallation,
  isReachable,
  isTokenReadable,
} from './carrier-account.ts'
export { inboundWebhookUrl, isOurWebhook, isSigned } from './inbound-webhook.ts'
export { isCarrierRejection, refusalFor, requestCarrier } from './request-carrier.ts'
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
