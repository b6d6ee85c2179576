// Billing: the ledger of each account.
export { canPay, charge, credit, hasHolds, hold, release, settle } from './ledger.ts'
export { presentUsd } from './present.ts'
export { selectBalance, selectBrokenBalances } from './store.ts'
