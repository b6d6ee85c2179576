// Texts that several parts of the page have.
import type { RowOf } from '../../api/query.ts'
import { textsOf } from '../../i18n/texts.ts'

export type PhoneNumber = RowOf<'phoneNumbers', 'listAll'>

export const numberTexts = textsOf('numbers', 'number')
