// The names of scopes and sources of the do-not-contact list, and of the states of consents.
import { textsOf } from '../../../i18n/texts.ts'

export const contactTexts = textsOf('campaigns', 'contact')
