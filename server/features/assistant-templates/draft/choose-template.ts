// Chooses the template that is nearest to a description, by its words in English, German and French.
import type { TemplateId } from '../templates/template.ts'

/**
 * Beginnings of words. If several templates have equally many, the first is chosen, because its words say more: the
 * reminder of an appointment is a reminder.
 */
const patterns: readonly (readonly [TemplateId, RegExp])[] = [
  ['reminder', /(?<!\p{L})(?:remind|no-show|erinner|rappeler (?:les?|la|leurs?|aux|une?|son|sa|ses) |relanc)/giu],
  [
    'survey',
    /(?<!\p{L})(?:survey|feedback|satisf|questionnaire|umfrag|befrag|zufrieden|sondage|enquêt|avis(?!\p{L}))/giu,
  ],
  [
    'lead',
    /(?<!\p{L})(?:leads?(?!\p{L})|qualif|prospect|sales|sell|interested|interess|vertrieb|verkauf|neukund|akquis|vente|vendre|commercial)/giu,
  ],
  [
    'booking',
    /(?<!\p{L})(?:appoint|book|reserv|schedul|slot|termin|buch|tisch|tables?(?!\p{L})|rendez-vous|rdv|réserv|créneau)/giu,
  ],
  [
    'support',
    /(?<!\p{L})(?:support|problem|complain|refund|return|troubleshoot|warrant|reklam|beschwerd|störung|rückgab|garanti|kundendienst|kundenservice|probl|assistance|panne|réclam|rembours|dépann|sav(?!\p{L}))/giu,
  ],
]

/** A receptionist can do everything a little. */
export function chooseTemplate(description: string): TemplateId {
  const counted = patterns.map(([id, pattern]) => ({ id, count: [...description.matchAll(pattern)].length }))
  const best = counted.toSorted((a, b) => b.count - a.count)[0]!
  return best.count > 0 ? best.id : 'receptionist'
}
