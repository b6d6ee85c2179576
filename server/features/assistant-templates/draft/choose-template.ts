// Chooses the template that is nearest to a description, by its words in English, German and French.
import type { TemplateId } from '../templates/template.ts'

/** Whole words: the beginning of a word is often another word, such as “book” in “bookshop”. */
const wordsOf = (...families: string[]) => new RegExp(`(?<!\\p{L})(?:${families.join('|')})(?!\\p{L})`, 'giu')

/**
 * Words with their inflections. If several templates have equally many, the first is chosen, because its words say more:
 * the reminder of an appointment is a reminder.
 */
const words: readonly (readonly [TemplateId, RegExp])[] = [
  [
    'reminder',
    wordsOf(
      'remind(?:s|ed|ing|ers?)?|no-shows?',
      'erinner(?:e|n|t|st)|\\p{L}*erinnerung(?:en|s\\p{L}+)?',
      'rappeler (?:les?|la|leurs?|aux|une?|son|sa|ses)|rappels? d(?:e|es|u)|relanc(?:e|es|er|ez|ent)',
    ),
  ],
  [
    'survey',
    wordsOf(
      'surveys?|surveyed|surveying|feedback|satisf(?:ied|action)|questionnaires?',
      '\\p{L}*(?:umfrage|befragung)(?:n|en)?|befrag(?:e|en|t)|zufrieden(?:e|en|er)?|\\p{L}*zufriedenheit\\p{L}*',
      'sond(?:ages?|er|ez)|enquêt(?:es?|er|ez)|avis',
    ),
  ],
  [
    'lead',
    wordsOf(
      'leads?|qualif(?:y|ies|ied|ying|ication)|prospect(?:s|ing|ive)?|sales|(?<!(?:we|who|that) )sell(?:ing)?|interested',
      'qualifizier(?:e|en|t|ung)|interess(?:ent\\p{L}*|iert(?:e|en|er)?)|vertrieb(?:s|s\\p{L}+)?|verkauf|verkaufen|verkaufsgespräch\\p{L}*|neukund\\p{L}+|\\p{L}*akquise|akquirieren',
      'qualifi(?:er|ez|és?|ées?)|intéressée?s?|ventes?|vendre',
      '(?<!(?:bail|baux|centres?|galeries?|local|locaux|rues?|zones?) )commercia(?:l|le|les|ux)',
    ),
  ],
  [
    'booking',
    wordsOf(
      'appointments?|(?<!(?:an?|each|every|our|the|this|your) )book|book(?:ed|ings?)|books (?:an?|rooms|tables)|reserv(?:e|es|ed|ing|ations?)|schedul(?:e|es|ed|ing)|slots?',
      'termin(?:e|en|s|abspr\\p{L}+|anfrage\\p{L}*|buchung\\p{L}*|planung|vereinbarung\\p{L}*|vergabe|wünsche)?|(?:um|ge)?buch(?:en|t)|\\p{L}*buchung(?:en|s\\p{L}+)?|tisch(?:e|en)?|reservier(?:e|en|t)|\\p{L}*reservierung(?:en|s\\p{L}+)?',
      'tables?|rendez-vous|rdv|réserv(?:er|ez|ée?s?|ations?)|créneaux?',
    ),
  ],
  [
    'support',
    wordsOf(
      'support(?:s|ed|ing)?|problems?|complain(?:s|ts?|ing)?|refund(?:s|ed|ing)?|returns|return (?:an?|goods|items|orders|parcels|products|purchases)|troubleshoot(?:ing)?|warrant(?:y|ies)',
      'problem(?:e|en)|reklamation(?:en|s\\p{L}+)?|reklamieren|beschwerden?|störung(?:en|s\\p{L}+)?|rückgaben?|garantie(?:n|f\\p{L}+)?|kundendienst|kundenservice',
      'problèmes?|assistance|pannes?|réclam(?:er|ez|ations?)|rembours(?:er|ez|ée?s?|ements?)|dépann(?:er|ez|ages?)|garanties|sav',
    ),
  ],
]

/** A receptionist can do everything a little. */
export function chooseTemplate(description: string): TemplateId {
  const counted = words.map(([id, pattern]) => ({ id, count: [...description.matchAll(pattern)].length }))
  const best = counted.toSorted((a, b) => b.count - a.count)[0]!
  return best.count > 0 ? best.id : 'receptionist'
}
