// Finds days of the week in a text: names, ranges such as "Mo–Fr", and words such as "weekend" and "tomorrow".
import { plain } from './language.ts'

/** Monday first; the beginnings of the names, without accents. */
const names = [
  'monday|mon|montag|montags|mo|lunes|lundi|lunedi|segunda',
  'tuesday|tue|dienstag|dienstags|di|martes|mardi|martedi|terca',
  'wednesday|wed|mittwoch|mittwochs|mi|miercoles|mercredi|mercoledi|quarta',
  'thursday|thu|donnerstag|donnerstags|do|jueves|jeudi|giovedi|quinta',
  'friday|fri|freitag|freitags|fr|viernes|vendredi|venerdi|sexta',
  'saturday|sat|samstag|samstags|sa|sabado|samedi|sabato|sonnabend',
  'sunday|sun|sonntag|sonntags|so|domingo|dimanche|domenica',
].map((day) => new Set(day.split('|')))
/** These are words of their own, so they count only in a range such as "Mo–Fr" or a list such as "Mon, Wed". */
const ambiguous = new Set(['mo', 'di', 'mi', 'do', 'fr', 'sa', 'so', 'mon', 'sun', 'sat', 'wed'])
const to = new Set(['-', '–', '—', 'to', 'through', 'until', 'till', 'bis', 'a', 'al', 'au', 'hasta', 'ate'])
const groups: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\bweekends?\b|\bwochenenden?\b|\bfin(?:es)? de semana\b|\bfine settimana\b|\bfim de semana\b/, [5, 6]],
  [
    /\bweekdays?\b|\bworkdays?\b|\b(?:during|in) the week\b|\bwerktags?\b|\bunter der woche\b|\ben semaine\b|\bentre semana\b|\bgiorni feriali\b|\bdias uteis\b/,
    [0, 1, 2, 3, 4],
  ],
  [
    /\b(?:every day|daily|seven days|7 days|taglich|jeden tag|tous les jours|todos los dias|ogni giorno|todos os dias)\b/,
    [0, 1, 2, 3, 4, 5, 6],
  ],
]
const relative: readonly (readonly [RegExp, number])[] = [
  [/\b(?:today|tonight|right now|heute|hoy|aujourd hui|aujourd.hui|ce soir|oggi|hoje)\b/, 0],
  [/\b(?:tomorrow|demain|domani|amanha)\b|(?<!(?:am|heute|guten) )\bmorgen\b(?! (?:frueh|fruh))/, 1],
]
const token = /[\p{L}]+|[-–—]/gu

/** Returns the indexes of the days, 0 for Monday. */
export function daysIn(text: string, today?: number): Set<number> {
  const said = plain(text)
  const days = new Set<number>(groups.flatMap(([pattern, group]) => (pattern.test(said) ? group : [])))
  if (today !== undefined)
    for (const [pattern, after] of relative) if (pattern.test(said)) days.add((today + after) % 7)
  // A cell of a table: "Mo: 9 to 5".
  const labelled = dayOf(/^\s*(\p{L}{2,3})\.?\s*:/u.exec(said)?.[1] ?? '')
  if (labelled !== undefined) days.add(labelled)
  const words = (said.match(token) ?? []).filter((word) => word !== 'feira')
  for (const [index, word] of words.entries()) {
    const first = dayOf(word)
    if (first === undefined) continue
    const isRange = to.has(words[index + 1] ?? '') && dayOf(words[index + 2] ?? '') !== undefined
    if (isRange) for (const day of range(first, dayOf(words[index + 2]!)!)) days.add(day)
    else if (!ambiguous.has(word) || isInList(words, index)) days.add(first)
  }
  return days
}

/** "Mon, Wed" names two days. */
const isInList = (words: readonly string[], index: number): boolean =>
  [index - 1, index + 1].some((other) => dayOf(words[other] ?? '') !== undefined)

function dayOf(word: string): number | undefined {
  const index = names.findIndex((day) => day.has(word) || (word.endsWith('s') && day.has(word.slice(0, -1))))
  return index < 0 ? undefined : index
}

function range(from: number, until: number): number[] {
  return Array.from({ length: ((until - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7)
}

/** The index of a day by its name, 0 for Monday. */
export const indexOfDay = (name: string | undefined): number | undefined =>
  name === undefined ? undefined : dayOf(plain(name))
