// The names of the values that fields with a choice have.
import { textsOf } from '../../../i18n/texts.ts'

export const enumTexts = textsOf('assistant-editor', 'enum')

/** What a choice means, below its name in the list. */
export const choiceDetails = textsOf('assistant-editor', 'choiceDetails')
