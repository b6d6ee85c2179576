// Texts of an open conversation, its messages and its actions.
import { textsOf } from '../../i18n/texts.ts'

export const conversationTexts = textsOf('inbox', 'conversation')
