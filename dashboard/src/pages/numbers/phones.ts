// The desk phones and softphones of the account.
import { type RowOf, useRead } from '../../api/query.ts'
import { textsOf } from '../../i18n/texts.ts'

export type Telephone = RowOf<'sipPhones', 'list'>

export const phoneTexts = textsOf('lines', 'phone')
export const phoneFormTexts = textsOf('lines', 'phoneForm')

/** No event says that a telephone has registered. */
export const refetchMs = 10_000

export const usePhones = () => useRead('sipPhones', 'list', {}, { refetchMs })
