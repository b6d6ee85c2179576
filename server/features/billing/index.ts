// Billing: the ledger of each account.
export { type BalanceChange, changeBalance, changeBalanceOf } from './change-balance.ts'
export { canPay, charge, credit, hasHolds, hold, release, settle } from './ledger.ts'
export { conversationUuidsPoint } from './list-transactions.ts'
export { presentUsd } from './present.ts'
export { type Purpose, selectBalance, selectBrokenBalances } from './store.ts'
