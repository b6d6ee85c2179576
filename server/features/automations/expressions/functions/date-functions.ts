// Functions of dates, which are texts in ISO 8601.
import { EvaluationError } from '../errors.ts'
import { charge } from '../evaluation.ts'
import { typeOf } from '../values.ts'
import { formatDate } from './format-date.ts'
import { type ExpressionFunction, textArgument } from './function.ts'

/** A time needs a zone, because the zone of the server has no meaning. */
const isoDate = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/
const isoDuration = /^([+-]?)(?:(\d{1,6})d)?(?:(\d{1,7})h)?(?:(\d{1,8})m)?(?:(\d{1,9})s)?$/

const stepsPerDate = 10

function readDate(name: string, value: unknown): Date {
  const isReadable = typeof value === 'number' || (typeof value === 'string' && isoDate.test(value))
  const date = new Date(isReadable ? value : Number.NaN)
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9_999)
    throw new EvaluationError(
      `\`${name}\` needs a date such as "2026-03-01T10:00:00Z" or milliseconds since 1970, but has ${typeof value === 'string' ? 'another text' : typeOf(value)}.`,
    )
  return date
}

function readDuration(name: string, value: unknown): number {
  const match = isoDuration.exec(textArgument(name, value))
  if (!match || !/\d/.test(match[0]))
    throw new EvaluationError(`\`${name}\` needs a duration such as "1d12h" or "-30m".`)
  const [, sign, days, hours, minutes, seconds] = match
  const total = [days, hours, minutes, seconds].map((part) => Number(part ?? 0))
  return (sign === '-' ? -1_000 : 1_000) * (total[0]! * 86_400 + total[1]! * 3_600 + total[2]! * 60 + total[3]!)
}

export const dateFunctions: readonly ExpressionFunction[] = [
  {
    name: 'date',
    description: 'Converts a date, or milliseconds since 1970, to UTC.',
    example: 'date("2026-03-01T10:00:00+01:00")',
    result: '2026-03-01T09:00:00.000Z',
    argumentCount: [1, 1],
    run(evaluation, [value]) {
      charge(evaluation, stepsPerDate)
      return readDate('date', value).toISOString()
    },
  },
  {
    name: 'addDuration',
    description: 'Adds days (24 hours), hours, minutes and seconds to a date, or subtracts them.',
    example: 'addDuration("2026-03-01T10:00:00Z", "1d2h")',
    result: '2026-03-02T12:00:00.000Z',
    argumentCount: [2, 2],
    run(evaluation, [value, duration]) {
      charge(evaluation, stepsPerDate)
      const time = readDate('addDuration', value).getTime() + readDuration('addDuration', duration)
      return readDate('addDuration', time).toISOString()
    },
  },
  {
    name: 'secondsBetween',
    description: 'The seconds from one date to another.',
    example: 'secondsBetween("2026-03-01", "2026-03-02")',
    result: 86_400,
    argumentCount: [2, 2],
    run(evaluation, [from, to]) {
      charge(evaluation, stepsPerDate)
      return (readDate('secondsBetween', to).getTime() - readDate('secondsBetween', from).getTime()) / 1_000
    },
  },
  {
    name: 'formatDate',
    description:
      'Writes a date in a time zone. The format contains yyyy, MMMM, MM, dd, d, EEEE, HH, h, mm, ss and a; it is by default "yyyy-MM-dd HH:mm".',
    example: 'formatDate("2026-03-01T10:00:00Z", "Europe/Berlin", "EEEE, d MMMM yyyy, HH:mm")',
    result: 'Sunday, 1 March 2026, 11:00',
    argumentCount: [2, 3],
    run(evaluation, [value, timeZone, format = 'yyyy-MM-dd HH:mm']) {
      charge(evaluation, 100)
      return formatDate(
        evaluation,
        readDate('formatDate', value),
        textArgument('formatDate', timeZone),
        textArgument('formatDate', format),
      )
    },
  },
]
