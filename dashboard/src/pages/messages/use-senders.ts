// Reads the senders of the account, online and offline.
import { type RowOf, useRead } from '../../api/query.ts'

export type Sender = RowOf<'senders', 'list'>

/** The senders as choices of a field. */
export const senderOptions = (senders: readonly Sender[]) =>
  senders.map(({ id, display_name, phone_number }) => ({ value: id, label: display_name, detail: phone_number }))

export const useSenders = () => useRead('senders', 'list', { status: 'all' })
