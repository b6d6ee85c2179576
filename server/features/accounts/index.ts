// Accounts and their API keys.
export { actFor } from './act-for.ts'
export { createApiKey } from './api-keys.ts'
export { createAuthenticator, findCaller, selectAllowedKeys } from './authenticator.ts'
export { createAccount, type NewAccount } from './create-account.ts'
export { totalBalancePoint } from './routes.ts'
export { findAccountByEmail, findAccountRow, hasAccounts, hasApiKey, listAccounts, selectTenants } from './store.ts'
