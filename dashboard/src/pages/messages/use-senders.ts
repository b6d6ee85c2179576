// Reads the senders of the account, online and offline.
import { type RowOf, useRead } from '../../api/query.ts'

export type Sender = RowOf<'senders', 'list'>

export const useSenders = () => useRead('senders', 'list', { status: 'all' })
