// The names of the settings of a campaign, and their help.
import { textsOf } from '../../../i18n/texts.ts'

export const settingTexts = textsOf('campaigns', 'setting')
