// Billing: the ledger of each account.
export { billingCrons } from './jobs.ts'
export { canPay, charge, credit, hold, release, settle } from './ledger.ts'
export { presentUsd, totalBalanceOf } from './present.ts'
export { selectBalance, selectBrokenBalances, selectHeld } from './store.ts'
