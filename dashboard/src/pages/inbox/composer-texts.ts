// Texts of the composer, of templates and of files.
import { textsOf } from '../../i18n/texts.ts'

export const composerTexts = textsOf('inbox', 'composer')
