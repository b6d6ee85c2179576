// Texts of the list of conversations and its views.
import { textsOf } from '../../i18n/texts.ts'

export const listTexts = textsOf('inbox', 'list')
