// Accounts: who uses the service, and the keys they use it with.
export { actFor } from './act-for.ts'
export { createAuthenticator } from './authenticator.ts'
export { createAccount, type NewAccount } from './create-account.ts'
export { createApiKey } from './create-api-key.ts'
export { findCaller } from './find-caller.ts'
export { accountHandlers } from './routes.ts'
export { findAccountByEmail, hasAccounts } from './store.ts'
