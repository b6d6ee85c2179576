// Decides whether a phone number may be called or sent an SMS: its form, its kind and its country.
import { isE164 } from '@parley/rules'
import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'

export interface DestinationPolicy {
  /** ISO 3166-1 alpha-2. */
  allowedCountries: readonly string[]
  /** Allows numbers that are reserved for fiction, which only a local carrier can reach. */
  allowsFictional: boolean
}

/** `message` is for the caller of the API. */
export type DestinationFault =
  | { reason: 'invalid' | 'kind'; message: string }
  | { reason: 'country'; country: string; message: string }

/** They cost more than other numbers of their country, and fraud uses them. */
const forbiddenTypes: ReadonlySet<NumberType> = new Set<NumberType>([
  'PREMIUM_RATE',
  'SHARED_COST',
  'UAN',
  'PERSONAL_NUMBER',
  'PAGER',
  'VOICEMAIL',
])

export type Use = 'calls' | 'sms'

const invalidMessages: Record<Use, string> = {
  calls: 'The phone number is not a number that can be called.',
  sms: 'The phone number is not a number that can receive SMS.',
}

/**
 * Returns undefined for an allowed number. Emergency numbers and short codes are invalid, because they are not E.164
 * numbers. Countries of the North American Numbering Plan count one by one.
 */
export function checkDestination(
  number: string,
  policy: DestinationPolicy,
  use: Use = 'calls',
): DestinationFault | undefined {
  const invalid = { reason: 'invalid', message: invalidMessages[use] } as const
  const noun = use === 'calls' ? 'Calls' : 'SMS'
  if (!isE164(number)) return invalid
  if (policy.allowsFictional && isFictional(number)) return undefined
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed || parsed.number !== number || isDirectoryAssistance(number)) return invalid
  // Satellite phones, international networks and shared services: +800, +808, +870, +878, +881, +882, +883, +888, +979.
  if (parsed.isNonGeographic())
    return { reason: 'kind', message: `${noun} to satellite phones and international services are not allowed.` }
  if (!parsed.isValid() || parsed.country === undefined) return invalid
  if (forbiddenTypes.has(parsed.getType()))
    return {
      reason: 'kind',
      message: `${noun} to premium-rate, shared-cost, personal and pager numbers are not allowed.`,
    }
  if (policy.allowedCountries.includes(parsed.country)) return undefined
  const { country } = parsed
  const message = `${noun} to the country ${country} are not allowed for this account. Add it to allowed_countries with PUT /api/user/calling-limits.`
  return { reason: 'country', country, message }
}

/** +1 555 …, +1 … 555 …, and +44 7700 900 …, which no one can own. */
export const isFictional = (number: string): boolean =>
  /^\+1(?:555\d{7}|\d{3}555\d{4})$/.test(number) || /^\+447700900\d{3}$/.test(number)

const isDirectoryAssistance = (number: string): boolean => /^\+1\d{3}5551212$/.test(number)
