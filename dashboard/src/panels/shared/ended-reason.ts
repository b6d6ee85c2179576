// Why a connected call has ended, as a sentence.
import { textsOf } from '../../i18n/texts.ts'

export const endedTexts = textsOf('panels', 'ended')
