// Reads days, times and numbers as customers say them, in the six languages of the offline model.
import { plain } from './language.ts'
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
const germanDay = /\b(\d{1,2})\.\s?(\d{1,2})\.(?!\d\d:)/
const dayOfMonth = /\b(\d{1,2})(?:st|nd|rd|th|er|\.|º|°)?\s?(?:of |de |di )?(\p{L}{3,12})\b/gu
const monthDay = /\b(\p{L}{3,12}) (\d{1,2})(?:st|nd|rd|th)?\b/gu

/** The day as `2026-06-08`, after `today` in the same form. */
export function dayIn(text: string, today: string): string | undefined {
  const said = plain(text)
  const iso = isoDay.exec(said)?.[1]
  if (iso && !Number.isNaN(Date.parse(iso))) return iso
  const now = Date.parse(today)
  if (Number.isNaN(now)) return undefined
  const written = germanDay.exec(said)
  if (written) return nextDate(Number(written[1]), Number(written[2]) - 1, now)
  const named = [
    ...[...said.matchAll(dayOfMonth)].map(([, day, name]) => ({ day, name })),
    ...[...said.matchAll(monthDay)].map(([, name, day]) => ({ day, name })),
  ]
  for (const { day, name } of named) {
    const month = months.findIndex((names) => names.has(name!))
    if (month >= 0) return nextDate(Number(day), month, now)
  }
  const weekday = (new Date(now).getUTCDay() + 6) % 7
  if (/\b(?:day after tomorrow|ubermorgen|apres demain|pasado manana|dopodomani|depois de amanha)\b/.test(said))
    return toDay(now + 2 * dayMs)
  if (/\bmanana\b/.test(said)) return toDay(now + dayMs)
  const [first] = daysIn(text, weekday)
  if (first === undefined) return undefined
  const isNamed = said.split(/[^\p{L}]+/u).some((word) => indexOfDay(word) === first)
  const ahead = (first - weekday + 7) % 7
  return toDay(now + (isNamed && ahead === 0 ? 7 : ahead) * dayMs)
}

function nextDate(day: number, month: number, now: number): string | undefined {
  for (const year of [0, 1].map((more) => new Date(now).getUTCFullYear() + more)) {
    const date = new Date(Date.UTC(year, month, day))
    if (date.getUTCMonth() !== month) return undefined
    if (date.getTime() >= now) return toDay(date.getTime())
  }
  return undefined
}

const numberWords = [
  'zero null cero zero',
  'one a ein eine eins einen einer un une uno una um uma',
  'two zwei deux dos due dois duas',
  'three drei trois tres tre',
  'four vier quatre cuatro quattro quatro',
  'five funf cinq cinco cinque',
  'six sechs seis sei',
  'seven sieben sept siete sette sete',
  'eight acht huit ocho otto oito',
  'nine neun neuf nueve nove',
  'ten zehn dix diez dieci dez',
  'eleven elf onze once undici',
  'twelve zwolf douze doce dodici doze',
].map((list) => new Set(list.split(' ')))

const numberOf = (word: string): number | undefined => {
  if (/^\d{1,4}$/.test(word)) return Number(word)
  const index = numberWords.findIndex((words) => words.has(word))
  return index < 0 ? undefined : index
}

/** The number that a customer says, without those of a day or a time. */
export function numberIn(text: string): number | undefined {
  const words =
    plain(text.replace(/\d{1,2}[:.h]\d{2}|\d{1,2}\s?(?:am|pm|uhr|h)\b/giu, ' ')).match(/[\p{L}]+|\d+/gu) ?? []
  const numbers = words.flatMap((word) => numberOf(word) ?? [])
  return words.length === 1
    ? numbers[0]
    : numbers.filter((number, index) => number > 1 || numbers.length === 1 || index > 0)[0]
}

const colon = /\b(\d{1,2})\s?[:.h]\s?(\d{2})\b(?!\.\d)\s?(a\.?m|p\.?m)?/
const hour =
  /\b(\d{1,2}|\p{L}{2,7})\s?(a\.?m\b|p\.?m\b|o.?clock|uhr|h\b|heures?|horas?|de la (?:tarde|manana)|da (?:tarde|manha))/u
const after = /\b(?:at|um|gegen|a las?|alle|as|vers) (\d{1,2}|\p{L}{2,7})\b/u
const alone = /^(?:at |um |a |)(\d{1,2}|\p{L}{2,7})$/u
const halfPast = /\bhalf past (\d{1,2}|\p{L}{2,7})\b/u
const halfBefore = /\bhalb (\d{1,2}|\p{L}{2,7})\b/u

/** The time as `14:30`. Without "am" or "pm", the hours before seven are those of the afternoon. */
export function timeIn(text: string): string | undefined {
  const said = plain(text)
    .trim()
    .replace(/[.!?]$/, '')
  const exact = colon.exec(said)
  if (exact) return clock(Number(exact[1]), Number(exact[2]), exact[3])
  const past = halfPast.exec(said)
  const before = halfBefore.exec(said)
  if (past) return clock(numberOf(past[1]!), 30, undefined)
  if (before) return clock((numberOf(before[1]!) ?? Number.NaN) - 1, 30, undefined)
  for (const pattern of [hour, after, alone]) {
    const found = pattern.exec(said)
    const number = found && numberOf(found[1]!)
    if (typeof number === 'number') return clock(number, 0, /tarde/.test(found![2] ?? '') ? 'pm' : found![2])
  }
  return undefined
}

function clock(hours: number | undefined, minutes: number, half: string | undefined): string | undefined {
  if (hours === undefined || !(hours >= 0 && hours <= 24) || minutes > 59) return undefined
  const isAfternoon = half?.startsWith('p') ? hours < 12 : !half?.startsWith('a') && hours > 0 && hours < 7
  const isMidnight = half?.startsWith('a') && hours === 12
  const all = isMidnight ? 0 : isAfternoon ? hours + 12 : hours % 24
  return `${String(all).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** "Monday, June 8" */
export function spokenDay(day: string, language: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, options).format(date)
}
