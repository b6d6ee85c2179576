// Accounts and their API keys.
export { actFor } from './act-for.ts'
export { createAuthenticator, findCaller } from './authenticator.ts'
export { createAccount, type NewAccount } from './create-account.ts'
export { createApiKey } from './create-api-key.ts'
export { totalBalancePoint } from './routes.ts'
export { selectAllowedKeys } from './select-allowed.ts'
export { findAccountByEmail, findAccountRow, hasAccounts, hasApiKey, listAccounts } from './store.ts'
