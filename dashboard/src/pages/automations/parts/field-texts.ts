// The labels and helps of the settings of triggers and steps, by field, or by type and field.
import { textsOf } from '../../../i18n/texts.ts'

export const fieldLabels = textsOf('automations', 'fieldLabels')

export const fieldHelps = textsOf('automations', 'fieldHelps')

/** The values of choices. Others are shown as they are. */
export const choiceLabels = textsOf('automations', 'choiceLabels')
