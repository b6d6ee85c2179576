// Exports what other parts use of transactions.
export { tokensOf, withHeader, withoutHeaders } from './headers.ts'
export { defaultTimes, type TransactionTimes } from './machine.ts'
export { createTransactions, type Transactions } from './transactions.ts'
export type { ClientTransaction, RequestFailure, ServerTransaction } from './types.ts'
