// What to do when a page cannot use the microphone.
import { textsOf } from '../../i18n/texts.ts'

export const microphoneTexts = textsOf('panels', 'microphone')
