// Finds weekdays and ranges of weekdays, such as "Monday to Friday", in the languages of the offline model.
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
/** These are words of their own, so they count only in a range such as "Mo–Fr". */
const ambiguous = new Set(['mo', 'di', 'mi', 'do', 'fr', 'sa', 'so', 'mon', 'sun', 'sat', 'wed'])
const to = new Set(['-', '–', '—', 'to', 'through', 'until', 'till', 'bis', 'a', 'al', 'au', 'hasta', 'ate'])
const token = /[\p{L}]+|[-–—]/gu

/** Returns the indexes of the days, 0 for Monday. */
export function daysIn(text: string): Set<number> {
  const days = new Set<number>()
  const words = (plain(text).match(token) ?? []).filter((word) => word !== 'feira')
  for (const [index, word] of words.entries()) {
    const first = dayOf(word)
    if (first === undefined) continue
    const isRange = to.has(words[index + 1] ?? '') && dayOf(words[index + 2] ?? '') !== undefined
    if (isRange) for (const day of range(first, dayOf(words[index + 2]!)!)) days.add(day)
    else if (!ambiguous.has(word)) days.add(first)
  }
  return days
}

function dayOf(word: string): number | undefined {
  const index = names.findIndex((day) => day.has(word) || (word.endsWith('s') && day.has(word.slice(0, -1))))
  return index < 0 ? undefined : index
}

function range(from: number, until: number): number[] {
  return Array.from({ length: ((until - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7)
}
