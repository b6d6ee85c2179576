// Chooses the template that is nearest to a description, by its words in English, German and French.
import type { TemplateId } from '../templates/template.ts'

/** Beginnings of words. Of templates with equally many, the first is chosen, because its words say more. */
const stems: Record<Exclude<TemplateId, 'receptionist'>, readonly string[]> = {
  reminder: ['remind', 'no-show', 'erinner', 'rappeler (?:le|la|les|leur|leurs|aux|un|son|sa|ses) ', 'relanc'],
  survey: [
    'survey',
    'feedback',
    'satisf',
    'questionnaire',
    'umfrag',
    'befrag',
    'zufrieden',
    'sondage',
    'enquêt',
    'avis',
  ],
  lead: [
    ...['lead', 'qualif', 'prospect', 'sales', 'sell ', 'interested', 'interess', 'vertrieb', 'verkauf', 'neukund'],
    ...['akquis', 'vente', 'vendre', 'commercial'],
  ],
  booking: [
    ...['appoint', 'book', 'reserv', 'schedul', 'slot', 'termin', 'buch', 'tisch', 'table', 'rendez-vous', 'rdv'],
    ...['réserv', 'créneau'],
  ],
  support: [
    ...['support', 'problem', 'complain', 'refund', 'return', 'troubleshoot', 'warrant', 'reklam', 'beschwerd'],
    ...['störung', 'rückgab', 'garanti', 'kundendienst', 'kundenservice', 'probl', 'assistance', 'panne', 'réclam'],
    ...['rembours', 'dépann', 'sav '],
  ],
}

const patterns = Object.entries(stems).map(
  ([id, words]) => [id as TemplateId, new RegExp(`(?<!\\p{L})(?:${words.join('|')})`, 'giu')] as const,
)

/** A receptionist can do everything a little. */
export function chooseTemplate(description: string): TemplateId {
  const counted = patterns.map(([id, pattern]) => ({ id, count: [...description.matchAll(pattern)].length }))
  const best = counted.toSorted((a, b) => b.count - a.count)[0]!
  return best.count > 0 ? best.id : 'receptionist'
}
