// The kinds of actors in the audit log.
import type { ReplyFrom } from '../../api/query.ts'
import { textsOf } from '../../i18n/locale.tsx'

export type ActorKind = ReplyFrom<'audit', 'list'>['data'][number]['actor']['kind']

export const actorTexts = textsOf<Record<ActorKind, string>>(
  { member: 'Member', operator: 'Operator', key: 'API key', command: 'Command line' },
  { member: 'Mitglied', operator: 'Betreiber', key: 'API-Schlüssel', command: 'Befehlszeile' },
)

export const actorKinds = Object.keys(actorTexts.en) as ActorKind[]
