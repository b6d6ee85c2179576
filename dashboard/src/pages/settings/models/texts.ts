// The texts of the vendors' keys.
import { textsOf } from '../../../i18n/texts.ts'

export const texts = textsOf('settings', 'models')
