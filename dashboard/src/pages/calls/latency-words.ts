// Names the steps until an answer is heard, and explains them.
import { textsOf } from '../../i18n/texts.ts'

export const latencyWords = textsOf('calls', 'latency')
