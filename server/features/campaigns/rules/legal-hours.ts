// When the law allows a person to be called, by the country and area code of the number and the person's time zone.
import { offsetMsAt } from '@parley/rules'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isTimeZone } from '#server/platform/time/timestamps.ts'
import { nextCommonOpening, type Opening, type Schedule } from '../schedule/schedule.ts'
import type { CallingRule } from './calling-rule.ts'
import { callingRules } from './calling-rules.ts'

export interface LegalHours {
  /** All apply. Without any, no hours are known, and all are allowed. */
  rules: readonly CallingRule[]
  /** IANA. That of the person, or the only one of the country of the number. Undefined if it is not known. */
  timeZone: string | undefined
  /** The person may be called when all are open: one for each rule and possible time zone. */
  schedules: readonly Schedule[]
}

const horizonDays = 15

const cached = new Map<string, LegalHours>()
const maxCached = 2_000

/**
 * `timeZone` is that of the person (IANA), if known. Otherwise, the hours are legal in all time zones of the number's
 * country, because an area code does not tell where a person is.
 */
export function legalHoursOf(phoneNumber: string, timeZone: string | null): LegalHours {
  const { country, region } = placeOf(phoneNumber)
  const key = `${country} ${region?.region} ${timeZone}`
  const known = cached.get(key)
  if (known) return known
  const rules = rulesOf(country, region)
  const zones = timeZone !== null && isTimeZone(timeZone) ? [timeZone] : timeZonesOf(country)
  const schedules = rules.flatMap(({ hours }) => zones.map((zone) => ({ timeZone: zone, windows: hours, days: [] })))
  if (cached.size >= maxCached) cached.delete(cached.keys().next().value!)
  const hours = { rules, timeZone: onlyClockOf(zones), schedules }
  cached.set(key, hours)
  return hours
}

/** The first time from `at` at which the person may be called. Undefined if there is none within 15 days. */
export function nextLegalOpening({ schedules }: LegalHours, at: Date): Opening | undefined {
  return nextCommonOpening(schedules, at, horizonDays)
}

/** The most calls to the number within 24 hours, if a rule limits them. */
export function mostAttemptsInDay(phoneNumber: string): number | undefined {
  const { country, region } = placeOf(phoneNumber)
  const limits = rulesOf(country, region).flatMap((rule) => rule.mostAttemptsInDay ?? [])
  return limits.length > 0 ? Math.min(...limits) : undefined
}

interface Place {
  /** ISO 3166-1 alpha-2. */
  country: string | undefined
  /** The rule of the region to which the area code belongs. */
  region: CallingRule | undefined
}

const regions = new Map(callingRules.flatMap((rule) => (rule.areaCodes ?? []).map((code) => [code, rule] as const)))

/** A number of no particular country, such as a new area code, belongs to the main country of its calling code. */
function placeOf(phoneNumber: string): Place {
  const region = phoneNumber.startsWith('+1') ? regions.get(phoneNumber.slice(2, 5)) : undefined
  if (region) return { country: region.countries[0], region }
  const parsed = parsePhoneNumberFromString(phoneNumber)
  return { country: parsed?.country ?? parsed?.getPossibleCountries()[0], region }
}

function rulesOf(country: string | undefined, region: CallingRule | undefined): CallingRule[] {
  if (country === undefined) return []
  return callingRules.filter(
    (rule) => rule.countries.includes(country) && (rule.region === undefined || rule === region),
  )
}

const winterAndSummer = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)]

/** Undefined unless clocks show the same time in all of the zones. */
function onlyClockOf([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined
  const isSame = (zone: string) => winterAndSummer.every((at) => offsetMsAt(at, zone) === offsetMsAt(at, first))
  return others.every(isSame) ? first : undefined
}

/** Node.js 24 has this method, but the types of TypeScript do not. */
interface LocaleWithTimeZones extends Intl.Locale {
  getTimeZones(): string[]
}

function timeZonesOf(country: string | undefined): string[] {
  return country === undefined ? [] : (new Intl.Locale(`und-${country}`) as LocaleWithTimeZones).getTimeZones()
}
