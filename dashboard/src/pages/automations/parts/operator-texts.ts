// The operators of conditions in words.
import { textsOf } from '../../../i18n/texts.ts'

export const operatorTexts = textsOf('automations', 'operator')
