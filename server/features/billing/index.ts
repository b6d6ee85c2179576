// Billing: the ledger of each account.
export { billingCrons } from './jobs.ts'
export { canPay, charge, credit, hold, release, settle } from './ledger.ts'
export { presentUsd } from './present.ts'
export { selectBalance, selectBrokenBalances, selectHeld } from './store.ts'
export { totalBalanceOf } from './total-balance.ts'
