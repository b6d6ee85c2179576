// The texts of the home page.
import { textsOf } from '../../i18n/texts.ts'

export const texts = textsOf('home', 'home')
