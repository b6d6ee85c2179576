// Writes a date in a time zone.
import { EvaluationError } from '../errors.ts'
import { charge, type Evaluation } from '../evaluation.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()
/** Zones have many names in many letter cases. */
const maxFormatters = 200
const maxFormatLength = 100
const stepsPerFormatter = 500

function formatterOf(evaluation: Evaluation, timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  charge(evaluation, stepsPerFormatter)
  let formatter: Intl.DateTimeFormat
  try {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: timeZone.slice(0, 64),
      hourCycle: 'h23',
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  } catch {
    throw new EvaluationError('`formatDate` needs a time zone such as "Europe/Berlin".')
  }
  if (formatters.size >= maxFormatters) formatters.delete(formatters.keys().next().value!)
  formatters.set(timeZone, formatter)
  return formatter
}

const months = 'January February March April May June July August September October November December'.split(' ')

export function formatDate(evaluation: Evaluation, date: Date, timeZone: string, format: string): string {
  if (format.length > maxFormatLength) throw new EvaluationError('The format of a date has at most 100 characters.')
  const parts: Record<string, string> = {}
  for (const { type, value } of formatterOf(evaluation, timeZone).formatToParts(date)) parts[type] = value
  const hour = Number(parts.hour)
  const fields: Record<string, string> = {
    yyyy: parts.year!.padStart(4, '0'),
    MMMM: parts.month!,
    MM: String(months.indexOf(parts.month!) + 1).padStart(2, '0'),
    dd: parts.day!.padStart(2, '0'),
    d: parts.day!,
    EEEE: parts.weekday!,
    HH: parts.hour!,
    h: String(hour % 12 || 12),
    mm: parts.minute!,
    ss: parts.second!,
    a: hour < 12 ? 'AM' : 'PM',
  }
  return format.replace(/[A-Za-z]+/g, (letters) => fields[letters] ?? letters)
}
