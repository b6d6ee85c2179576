// The names of the parts of the editor, and the labels and helps of all fields.
import { textsOf } from '../../../i18n/texts.ts'

export const pageTexts = textsOf('assistant-editor', 'page')

export const sectionTexts = textsOf('assistant-editor', 'section')

/** The label of a field, and one sentence about what it changes. */
export interface FieldText {
  label: string
  help?: string
}

export const fieldTexts = textsOf('assistant-fields', 'fields')
