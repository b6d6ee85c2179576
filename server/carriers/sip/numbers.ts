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

/** The ways in which a provider can write the number: complete, and for calls within its country. */
function formsOf(
  { countryCode }: Pick<SipTrunk, 'countryCode'>,
  number: string,
): { complete: string[]; national: string[] } {
  if (!isE164(number)) return { complete: [number], national: [] }
  const digits = number.slice(1)
  return {
    complete: [number, digits, `00${digits}`, `011${digits}`],
    national: [formatFor({ callingFormat: 'national', countryCode }, number)],
  }
}

/** A number of a trunk that a call may be for. A complete number is more certain than a national one or the account. */
export interface CalledNumber {
  number: string
  isCertain: boolean
}

const knownForms = new WeakMap<readonly string[], ReadonlyMap<string, CalledNumber>>()

/** The numbers of a trunk by all their forms. Found once for each trunk, because they are compared for each call. */
function numbersByForm(trunk: Pick<SipTrunk, 'phoneNumbers' | 'countryCode'>): ReadonlyMap<string, CalledNumber> {
  const { phoneNumbers } = trunk
  const known = knownForms.get(phoneNumbers)
  if (known) return known
  const byForm = new Map<string, CalledNumber>()
  const all = phoneNumbers.map((number) => ({ number, ...formsOf(trunk, number) }))
  for (const { number, national } of all)
    for (const form of national) if (!byForm.has(form)) byForm.set(form, { number, isCertain: false })
  for (const { number, complete } of all) for (const form of complete) byForm.set(form, { number, isCertain: true })
  knownForms.set(phoneNumbers, byForm)
  return byForm
}

/** Undefined if the call is for no number of the trunk. */
export function calledNumberOf(trunk: SipTrunk, request: SipRequest): CalledNumber | undefined {
  const party = calledOf(request, { account: trunk.username })
  const dialed = party.number ?? party.user ?? ''
  const called = numbersByForm(trunk).get(dialed)
  if (called) return called
  // Some providers name the account instead of the number.
  const isForAccount = calledOf(request).user === trunk.username
  return isForAccount ? onlyNumberOf(trunk) : undefined
}

/** For a call to our own Contact, which a provider may take from the registration instead of the number. */
export const numberOfContact = (trunk: SipTrunk, contactUser: string, request: SipRequest): CalledNumber | undefined =>
  calledNumberOf({ ...trunk, username: contactUser }, request) ?? onlyNumberOf(trunk)

const onlyNumberOf = ({ phoneNumbers }: SipTrunk): CalledNumber | undefined =>
  phoneNumbers.length === 1 ? { number: phoneNumbers[0]!, isCertain: false } : undefined

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
