// The records of the inbox, and how a customer is named.
import { useContext } from 'react'
import type { ReplyFrom } from '../../api/query.ts'
import { instantOf } from '../../i18n/instant.ts'
import { TimeZoneContext } from '../../i18n/locale.tsx'

export type Item = ReplyFrom<'conversations', 'list'>['data'][number]
export type Detail = ReplyFrom<'conversations', 'show'>['data']
export type Entry = Detail['history'][number]
export type Note = ReplyFrom<'conversations', 'listNotes'>['data'][number]

type Named = Pick<Item, 'customer' | 'variables' | 'external_identifier'>

/** Undefined for a customer about whom nothing is known. */
export const customerNameOf = ({ customer, variables, external_identifier }: Named): string | undefined =>
  customer.name || variables['customer_name'] || customer.phone || external_identifier || undefined

/** Tells customers of the same name apart. */
export const customerAddressOf = ({ customer, variables, external_identifier }: Named): string | undefined =>
  customer.phone || variables['email'] || external_identifier || undefined

/** Converts times as the API writes them to ISO 8601 in UTC. */
export function useInstants(): (text: string) => string {
  const timeZone = useContext(TimeZoneContext)
  return (text) => instantOf(text, timeZone).toISOString()
}
