// The sentence for every action of the audit log. {who} is the actor and {name} the record.
import { textsOf } from '../../i18n/texts.ts'

export const auditSentences = textsOf('audit', 'sentences')
