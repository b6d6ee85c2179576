// Keys of the vendors of models and voices that accounts and operators enter in the dashboard.
export { offeredLocally } from './local-servers.ts'
export { openKey } from './seal-key.ts'
export { hasVendorKeys, selectAllKeys } from './store.ts'
export { openStoredKeys } from './stored-keys.ts'
