// Billing: one ledger that every charge goes through.
export { canPay } from './can-pay.ts'
export { billingCrons } from './jobs.ts'
export { charge, credit, hold, release, settle } from './ledger.ts'
export { presentUsd } from './present.ts'
export { selectBalance, selectBrokenBalances, selectHeld } from './store.ts'
export { totalBalanceOf } from './total-balance.ts'
