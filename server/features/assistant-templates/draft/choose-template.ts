// Chooses the template that is nearest to a description, by its words in English, German and French.
import type { TemplateId } from '../templates/template.ts'

/**
 * Whole words with their inflections: the beginning of a word is often another word, such as “book” in “bookshop”. If
 * several templates have equally many, the first is chosen, because its words say more: the reminder of an appointment is
 * a reminder.
 */
const words: readonly (readonly [TemplateId, readonly RegExp[]])[] = [
  [
    'reminder',
    [
      /(?<!\p{L})(?:remind(?:s|ed|ing|ers?)?|no-shows?)(?!\p{L})/giu,
      /(?<!\p{L})(?:erinner(?:e|n|t|st)|\p{L}*erinnerung(?:en|s\p{L}+)?)(?!\p{L})/giu,
      /(?<!\p{L})(?:rappeler (?:les?|la|leurs?|aux|une?|son|sa|ses)|rappels? d(?:e|es|u)|relanc(?:e|es|er|ez|ent))(?!\p{L})/giu,
    ],
  ],
  [
    'survey',
    [
      /(?<!\p{L})(?:surveys?|surveyed|surveying|feedback|satisf(?:ied|action)|questionnaires?)(?!\p{L})/giu,
      /(?<!\p{L})(?:\p{L}*(?:umfrage|befragung)(?:n|en)?|befrag(?:e|en|t)|zufrieden(?:e|en|er)?|\p{L}*zufriedenheit\p{L}*)(?!\p{L})/giu,
      /(?<!\p{L})(?:sond(?:ages?|er|ez)|enquêt(?:es?|er|ez)|avis)(?!\p{L})/giu,
    ],
  ],
  [
    'lead',
    [
      /(?<!\p{L})(?:leads?|qualif(?:y|ies|ied|ying|ication)|prospect(?:s|ing|ive)?|sales|(?<!(?:we|who|that) )sell(?:ing)?|interested)(?!\p{L})/giu,
      /(?<!\p{L})(?:qualifizier(?:e|en|t|ung)|interess(?:ent\p{L}*|iert(?:e|en|er)?)|vertrieb(?:s|s\p{L}+)?|verkauf|verkaufen|verkaufsgespräch\p{L}*|neukund\p{L}+|\p{L}*akquise|akquirieren)(?!\p{L})/giu,
      /(?<!\p{L})(?:qualifi(?:er|ez|és?|ées?)|intéressée?s?|ventes?|vendre)(?!\p{L})/giu,
      /(?<!\p{L})(?:(?<!(?:bail|baux|centres?|galeries?|local|locaux|rues?|zones?) )commercia(?:l|le|les|ux))(?!\p{L})/giu,
    ],
  ],
  [
    'booking',
    [
      /(?<!\p{L})(?:appointments?|(?<!(?:an?|each|every|our|the|this|your) )book|book(?:ed|ings?)|books (?:an?|rooms|tables)|reserv(?:e|es|ed|ing|ations?)|schedul(?:e|es|ed|ing)|slots?)(?!\p{L})/giu,
      /(?<!\p{L})(?:termin(?:e|en|s|abspr\p{L}+|anfrage\p{L}*|buchung\p{L}*|planung|vereinbarung\p{L}*|vergabe|wünsche)?|(?:um|ge)?buch(?:en|t)|\p{L}*buchung(?:en|s\p{L}+)?|tisch(?:e|en)?|reservier(?:e|en|t)|\p{L}*reservierung(?:en|s\p{L}+)?)(?!\p{L})/giu,
      /(?<!\p{L})(?:tables?|rendez-vous|rdv|réserv(?:er|ez|ée?s?|ations?)|créneaux?)(?!\p{L})/giu,
    ],
  ],
  [
    'support',
    [
      /(?<!\p{L})(?:support(?:s|ed|ing)?|problems?|complain(?:s|ts?|ing)?|refund(?:s|ed|ing)?|returns|return (?:an?|goods|items|orders|parcels|products|purchases)|troubleshoot(?:ing)?|warrant(?:y|ies))(?!\p{L})/giu,
      /(?<!\p{L})(?:problem(?:e|en)|reklamation(?:en|s\p{L}+)?|reklamieren|beschwerden?|störung(?:en|s\p{L}+)?|rückgaben?|garantie(?:n|f\p{L}+)?|kundendienst|kundenservice)(?!\p{L})/giu,
      /(?<!\p{L})(?:problèmes?|assistance|pannes?|réclam(?:er|ez|ations?)|rembours(?:er|ez|ée?s?|ements?)|dépann(?:er|ez|ages?)|garanties|sav)(?!\p{L})/giu,
    ],
  ],
]

/** A receptionist can do everything a little. */
export function chooseTemplate(description: string): TemplateId {
  const counted = words.map(([id, patterns]) => ({
    id,
    count: patterns.reduce((sum, pattern) => sum + [...description.matchAll(pattern)].length, 0),
  }))
  const best = counted.toSorted((a, b) => b.count - a.count)[0]!
  return best.count > 0 ? best.id : 'receptionist'
}
