// Names a contact, and its kinds of addresses.
import type { RowOf } from '../../api/query.ts'
import { textsOf } from '../../i18n/texts.ts'

export type ContactRecord = RowOf<'contacts', 'list'>

export const nameTexts = textsOf('contacts', 'names')

/** By its name or its first address. */
export const nameOf = ({ name, addresses }: ContactRecord, { unnamed }: { unnamed: string }): string =>
  name ?? addresses[0]?.address ?? unnamed
