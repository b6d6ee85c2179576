// Reads days as customers say them, in the six languages of the offline model.
import { plain } from './language.ts'
import { withDigits } from './numbers.ts'
import { phrasesByLanguage } from './phrases/index.ts'
import { daysIn, indexOfDay } from './weekdays.ts'

const dayMs = 86_400_000
const languages = Object.keys(phrasesByLanguage)

/** January first, without accents. */
const months: readonly ReadonlySet<string>[] = Array.from({ length: 12 }, (_, month) => {
  const date = new Date(Date.UTC(2026, month, 1))
  return new Set(
    languages.flatMap((language) => {
      const name = plain(new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(date))
      return language === 'en' ? [name, name.slice(0, 3)] : [name]
    }),
  )
})

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const isoDay = /\b(\d{4}-\d{2}-\d{2})\b/
const germanDay = /\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d\d(?![:.\d]))?(?!\d)/
const dayOfMonth =
  /\b(\d{1,2})(?:st|nd|rd|th|er|\.|º|°)?\s?(?:of |de |di )?(\p{L}{3,12})\b(?:,? (?:de |of )?(20\d\d))?(?!\d)/gu
/** "May 2 people come?" has no date. */
const monthDay =
  /\b(\p{L}{3,12}) (?:the )?(\d{1,2})(?:st|nd|rd|th)?\b(?! ?(?:people|persons?|guests?|of us|personen|personnes|:|\d))(?:,? (?:de |of )?(20\d\d))?(?!\d)/gu
const dayAlone = /\b(?:the|am|den|dem|zum) (\d{1,2})(?:st|nd|rd|th|\.)(?!\s?\d)(?!\w)/

const later =
  /\b(?:in (?:a|one|1|einer) (?:week|woche)|(?:a|1) week (?:today|from (?:today|now))|today week|dans (?:une|1) semaine|(?:en|dentro de) una semana|(?:tra|fra) una settimana|daqui a uma semana)\b/
const weekAfter =
  /\b(?:week (?:on|from|tomorrow)|(?:day|tomorrow) week|in (?:a|one|1|einer) (?:week|woche)|en huit|en 8|(?:dans|en|dentro de|tra|fra) una? semana|dans une semaine)\b/
const nextWeek =
  /\b(?:next week|week after this|(?:nachste[rn]?|kommende[rn]?) woche|semaine prochaine|(?:proxima semana|semana que viene|semana proxima|semana que vem)|(?:prossima settimana|settimana prossima))\b/
const someWeek =
  /(?<!\b(?:this|diese[rn]?|cette|esta|questa|in the|of the|unter der) )\b(?:weeks?|wochen?|semaines?|semanas?|settiman[ae])\b/
const span =
  /\b(?:in|dans|en|dentro de|tra|fra|daqui a) (\d{1,2}) (days?|tagen?|jours?|dias?|giorni|weeks?|wochen|semaines?|semanas?|settimane)\b/
const past =
  /\b(?:last|letzte[nr]?|vergangene[nr]?|ultimo) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:letzte[nr]?|vergangene[nr]?) [a-z]|\b(?:lun|mar|mercre|jeu|vendre|same)di dernier\b|\bdimanche dernier\b|\b(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|semana) pasad[oa]\b|\b(?:scors[oa]|passad[oa])\b|\b(?:yesterday|gestern|ayer|ieri|ontem)\b/
const partOfDay = /\b(?:(?:por|de|en|a) la manana|da manha|de manha)\b/g
const afterTomorrow = /\b(?:day after tomorrow|ubermorgen|apres demain|pasado manana|dopodomani|depois de amanha)\b/
const tomorrow = /\b(?:tomorrow|demain|domani|amanha|manana)\b|(?<!\b(?:am|heute|guten|jeden|diesen) )\bmorgen\b/
const today =
  /\b(?:today|tonight|right now|this (?:morning|afternoon|evening)|heute|hoy|aujourd hui|ce (?:soir|matin|midi)|cet apres midi|esta (?:manana|tarde|noche|noite|manha)|oggi|stasera|stamattina|hoje)\b/
const negated =
  /\b(?:not|instead of|rather than|nicht|statt|pas|nao|non|no)((?: (?:on|the|am|den|el|le|il|na|next))? \p{L}+)/gu
const corrects =
  /\b(?:no|sorry|mean|actually|rather|instead|wait|nein|lieber|doch|non|pardon|plutot|mejor|anzi|melhor)\b/

/** The day as `2026-06-08`, after `today` in the same form; undefined if the words are not understood. */
export function dayIn(text: string, current: string): string | undefined {
  const iso = isoDay.exec(text)?.[1]
  if (iso && !Number.isNaN(Date.parse(iso))) return iso
  const now = Date.parse(current)
  if (Number.isNaN(now)) return undefined
  const weekday = (new Date(now).getUTCDay() + 6) % 7
  const said = withoutNegated(plain(text).replace(/['’-]/g, ' '))
  if (past.test(said)) return undefined
  const named = namedDays(said)
  const date = dateIn(said, now)
  if (date !== undefined) {
    // "Friday, June 8" contradicts itself if June 8 is a Monday.
    const isSame = named.length === 0 || named.includes((new Date(date).getUTCDay() + 6) % 7)
    return isSame && date !== '' ? date : undefined
  }
  const bare = withDigits(said)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(partOfDay, ' ')
  const [, count, unit = ''] = span.exec(bare) ?? []
  if (count !== undefined && named.length === 0)
    return toDay(now + Number(count) * (/^(?:w|s)/.test(unit) ? 7 : 1) * dayMs)
  if (named.length > 0) {
    const day = named.length === 1 || corrects.test(bare) ? named.at(-1)! : undefined
    if (day === undefined) return undefined
    if (nextWeek.test(bare)) return toDay(now + (7 - weekday + day) * dayMs)
    const ahead = (day - weekday + 7) % 7 || 7
    const isLater = weekAfter.test(bare) || /day week\b/.test(bare)
    if (!isLater && someWeek.test(bare)) return undefined
    return toDay(now + (ahead + (isLater ? 7 : 0)) * dayMs)
  }
  if (afterTomorrow.test(bare)) return toDay(now + 2 * dayMs)
  const isTomorrow = tomorrow.test(bare.replace(/\besta manana\b/g, ' '))
  if (later.test(bare) || weekAfter.test(bare)) return toDay(now + (isTomorrow ? 8 : 7) * dayMs)
  if (someWeek.test(bare)) return undefined
  if (isTomorrow) return toDay(now + dayMs)
  return today.test(bare) ? current : undefined
}

/** Without the days that the customer does not want. */
const withoutNegated = (said: string): string =>
  said.replace(negated, (all, day: string) => {
    const isDay = day.split(' ').some((word) => indexOfDay(word) !== undefined)
    if (!isDay || !(namedDays(said).length > 1 || /^(?:not|nicht|pas|statt|instead|rather)/.test(all))) return all
    return ' '
  })

/** The indexes of the weekdays in their order, without words such as "weekend". */
function namedDays(said: string): number[] {
  const days = daysIn(said)
  const words = said.split(/[^\p{L}]+/u).map(indexOfDay)
  return [...new Set(words.filter((day) => day !== undefined && days.has(day)) as number[])]
}

/** '' for a date that does not exist or has passed. */
function dateIn(said: string, now: number): string | undefined {
  const written = germanDay.exec(said)
  if (written) return dateOf(Number(written[1]), Number(written[2]) - 1, now, written[3])
  const named = [
    ...[...said.matchAll(dayOfMonth)].map(([, day, name, year]) => ({ day, name, year })),
    ...[...said.matchAll(monthDay)].map(([, name, day, year]) => ({ day, name, year })),
  ]
  for (const { day, name, year } of named) {
    const month = months.findIndex((names) => names.has(name!))
    if (month >= 0) return dateOf(Number(day), month, now, year)
  }
  const alone = Number(dayAlone.exec(said)?.[1])
  if (Number.isNaN(alone)) return undefined
  for (const more of [0, 1, 2]) {
    const date = new Date(Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() + more, alone))
    if (date.getUTCDate() === alone && date.getTime() >= now) return toDay(date.getTime())
  }
  return ''
}

function dateOf(day: number, month: number, now: number, given: string | undefined): string {
  const current = new Date(now).getUTCFullYear()
  const years = given === undefined ? [current, current + 1] : [(Number(given) % 100) + 2000]
  for (const year of years) {
    const date = new Date(Date.UTC(year, month, day))
    if (date.getUTCMonth() !== month) return ''
    if (date.getTime() >= now) return toDay(date.getTime())
  }
  return ''
}

/** "Monday, June 8", with the year if it is not the current one. */
export function spokenDay(day: string, language: string, current = day): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const isOtherYear = current !== '' && day.slice(0, 4) !== current.slice(0, 4)
  return new Intl.DateTimeFormat(language, isOtherYear ? { ...options, year: 'numeric' } : options).format(date)
}
