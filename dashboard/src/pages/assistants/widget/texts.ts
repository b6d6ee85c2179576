// The texts of the page with the widget of an assistant.
import { textsOf } from '../../../i18n/texts.ts'

export const texts = textsOf('assistants', 'widget')
