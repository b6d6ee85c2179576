// Phone numbers as trunks write them: who calls and who is called, in both directions.
import { isE164 } from '@parley/rules'
import { calledOf, callerOf, forwarderOf, isAnonymous, type Party, type SipRequest } from '@parley/sip'
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { readPhoneNumber } from '#server/platform/text/read-phone-number.ts'
import type { SipTrunk } from '#server/ports/sip-lines.ts'

type Numbering = Pick<SipTrunk, 'callingFormat' | 'countryCode'>

const northAmerica = '1'

/** A number of E.164 in the form that the trunk dials and shows. Other numbers are extensions, and stay as they are. */
export function formatFor({ callingFormat, countryCode }: Numbering, number: string): string {
  if (!isE164(number) || callingFormat === '+e164') return number
  if (callingFormat === 'e164') return number.slice(1)
  const parsed = parsePhoneNumberFromString(number)
  const ownCode = callingCodeOf(countryCode)
  if (parsed && parsed.countryCallingCode === ownCode) return parsed.formatNational().replace(/\D/g, '')
  return `${ownCode === northAmerica ? '011' : '00'}${number.slice(1)}`
}

const callingCodeOf = (country: string): string | undefined =>
  isSupportedCountry(country) ? getCountryCallingCode(country as CountryCode) : undefined

/** Every way in which a provider can write the number. */
function formsOf({ countryCode }: Pick<SipTrunk, 'countryCode'>, number: string): Set<string> {
  if (!isE164(number)) return new Set([number])
  const digits = number.slice(1)
  const national = formatFor({ callingFormat: 'national', countryCode }, number)
  const code = callingCodeOf(countryCode)
  const local = code !== undefined && digits.startsWith(code) ? [digits.slice(code.length)] : []
  return new Set([number, digits, `00${digits}`, `011${digits}`, national, ...local])
}

/** The number of the trunk that an incoming call is for. Undefined if it is for none of them. */
export function calledNumberOf(trunk: SipTrunk, request: SipRequest): string | undefined {
  const party = calledOf(request, { account: trunk.username })
  const dialed = party.number ?? party.user ?? ''
  const found = trunk.phoneNumbers.find((number) => formsOf(trunk, number).has(dialed))
  if (found !== undefined) return found
  // Some providers name the account instead of the number.
  const { user } = calledOf(request)
  const isForAccount = user === undefined || user === trunk.username
  return isForAccount && trunk.phoneNumbers.length === 1 ? trunk.phoneNumbers[0] : undefined
}

export const hiddenNumber = 'anonymous'

/** E.164 if the number can be read, else as the trunk writes it, and `anonymous` if the caller is hidden. */
export function callerNumberOf(trunk: Pick<SipTrunk, 'countryCode'>, request: SipRequest): string {
  if (isAnonymous(request)) return hiddenNumber
  return readParty(trunk, callerOf(request, { isTrusted: true })) ?? hiddenNumber
}

export const forwarderNumberOf = (trunk: Pick<SipTrunk, 'countryCode'>, request: SipRequest): string | null =>
  readParty(trunk, forwarderOf(request)) ?? null

const maxCallerLength = 40

function readParty({ countryCode }: Pick<SipTrunk, 'countryCode'>, party: Party | undefined): string | undefined {
  const written = party?.number ?? party?.user
  if (written === undefined || written === '' || written.length > maxCallerLength) return undefined
  // Calls within a branch exchange come from extensions.
  return readPhoneNumber(written, countryCode) ?? (/^[\w.+*#-]+$/.test(written) ? written : undefined)
}
