// What triggers and steps are called, and what they do.
import { textsOf } from '../../../i18n/texts.ts'

export const typeNames = textsOf('automations', 'typeNames')

export const typeDescriptions = textsOf('automations', 'typeDescriptions')
