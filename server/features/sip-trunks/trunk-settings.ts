// The settings of a trunk: what a request gives, completed by what is stored and by defaults.
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max'
import type { PhoneNumber } from '#server/features/phone-numbers/index.ts'
import type { SipCodec } from '#server/ports/sip-lines.ts'
import { readHost } from './sip-addresses.ts'
import type { TrunkSettings } from './trunk.ts'

/** Fields of the phone number, and the numbers besides it. */
export interface TrunkNumbers extends Pick<PhoneNumber, 'phoneNumber' | 'nickname' | 'type' | 'countryCode'> {
  additionalPhoneNumbers: string[]
}

export interface TrunkFields extends TrunkSettings, TrunkNumbers {}

type Orderly<T> = T extends readonly (infer Item)[] ? readonly Item[] : T

/** A missing field stays unchanged, null restores the default. */
export type TrunkInput = {
  [F in keyof TrunkFields]?: Orderly<TrunkFields[F]> | null | undefined
} & {
  /** Null removes it. */
  sipPassword?: string | null | undefined
}

export interface FieldContext {
  current: TrunkFields | undefined
  /** After the request. */
  hasPassword: boolean
  /** Those of the account and of the phone number, which is empty for an extension. */
  countryCodes: { account: string; number: string }
}

export function completeFields(input: TrunkInput, { current, hasPassword, countryCodes }: FieldContext): TrunkFields {
  function choose<F extends keyof TrunkFields>(field: F, fallback: TrunkFields[F]): TrunkFields[F] {
    const given = input[field]
    if (given !== undefined && given !== null) return given as TrunkFields[F]
    return given === undefined && current ? current[field] : fallback
  }
  const isExtension = choose('sipTrunkType', 'number') === 'extension'
  const phoneNumber = choose('phoneNumber', '')
  const countryCode = choose('countryCode', countryCodes.number || countryCodes.account)
  const sipDomain = choose('sipDomain', null)
  const inboundAuthorizationType = choose('inboundAuthorizationType', hasPassword ? 'auth' : 'ip')
  return {
    sipTrunkType: isExtension ? 'extension' : 'number',
    phoneNumber,
    nickname: choose('nickname', null),
    type: choose('type', 'both'),
    countryCode,
    additionalPhoneNumbers: distinct(choose('additionalPhoneNumbers', [])).filter((number) => number !== phoneNumber),
    sipAddress: normalized(choose('sipAddress', '')),
    sipPort: choose('sipPort', null),
    sipTransport: choose('sipTransport', null),
    sipDomain: sipDomain === null ? null : normalized(sipDomain),
    outboundProxy: choose('outboundProxy', sipDomain !== null),
    sipUsername: choose('sipUsername', null),
    sipAuthUsername: choose('sipAuthUsername', null),
    register: choose('register', inboundAuthorizationType === 'auth' && hasPassword),
    sipCallingFormat: choose('sipCallingFormat', '+e164'),
    callerIdFields: distinct(choose('callerIdFields', ['p-asserted'])),
    callerIdFrom: choose('callerIdFrom', isExtension ? 'account' : 'number'),
    inboundAuthorizationType,
    allowedInboundIps: distinct(choose('allowedInboundIps', [])),
    srtp: choose('srtp', 'off'),
    codecs: distinct(choose('codecs', usualCodecs(countryCode))),
    maxCalls: choose('maxCalls', null),
    allowRefer: choose('allowRefer', false),
  }
}

const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)]

/** What is not a host is found by the check of the fields. */
const normalized = (host: string): string => readHost(host) ?? host

/** G.711 is coded with the µ-law in North America and Japan, and with the A-law elsewhere. */
function usualCodecs(countryCode: string): SipCodec[] {
  const hasMuLaw =
    countryCode === 'JP' ||
    (isSupportedCountry(countryCode) && getCountryCallingCode(countryCode as CountryCode) === '1')
  return hasMuLaw ? ['PCMU', 'PCMA'] : ['PCMA', 'PCMU']
}

/** Splits the fields into what is stored with the trunk and with its phone numbers. */
export function splitFields(fields: TrunkFields): { settings: TrunkSettings; numbers: TrunkNumbers } {
  const { phoneNumber, nickname, type, countryCode, additionalPhoneNumbers, ...settings } = fields
  return { settings, numbers: { phoneNumber, nickname, type, countryCode, additionalPhoneNumbers } }
}
