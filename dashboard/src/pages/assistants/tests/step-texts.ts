// The words of the form for steps of a test.
import { textsOf } from '../../../i18n/texts.ts'

export const stepTexts = textsOf('assistants', 'step')
