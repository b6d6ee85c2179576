// What the data of triggers and the results of steps contain.
import { textsOf } from '../../../i18n/texts.ts'

export const valueNames = textsOf('automations', 'valueNames')
