// Lists, buys, changes and releases phone numbers of the account, and searches for available ones.
import { parseAddress } from '../core/addresses.ts'
import { ApiError } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import { isSmsCapable, newNumber, type PhoneNumber } from '../core/phone-numbers.ts'
import { type ApiRequest, type ApiResponse, throwNotFound } from './api-request.ts'
import { countryOf, findAvailable, type Inventory, inventories, isInInventory } from './number-inventory.ts'
import { relativePage } from './paging.ts'
import { formatNumber, rfc2822 } from './present-call.ts'
import { readMethod } from './read-call.ts'
import { isWebAddress } from './read-message.ts'
import { checkTestNumber } from './test-credentials.ts'

export function listPhoneNumbers(context: SandboxContext, request: ApiRequest): ApiResponse {
  const { query } = request
  const [part, name] = [query.get('PhoneNumber'), query.get('FriendlyName')]
  const matches = (number: PhoneNumber) =>
    (!part || number.phoneNumber.includes(part.replaceAll('*', ''))) && (!name || number.friendlyName === name)
  const all = context.phoneNumbers.list().filter(matches).reverse()
  const body = relativePage('incoming_phone_numbers', all, request, (number) => present(context, number))
  return { status: 200, body, root: 'IncomingPhoneNumbers' }
}

export function buyPhoneNumber(context: SandboxContext, { form, isTest }: ApiRequest): ApiResponse {
  const phoneNumber = form.get('PhoneNumber') || nextInArea(context, form.get('AreaCode') ?? '')
  if (isTest) checkTestNumber(phoneNumber)
  if (!parseAddress(phoneNumber).isNumber) throw new ApiError(21421)
  const isTaken = !isTest && (!isInInventory(phoneNumber) || context.phoneNumbers.find(phoneNumber) !== undefined)
  if (isTaken) throw new ApiError(21422)
  const change = readChange(form)
  const smsCapable = inventories[countryOf(phoneNumber)]?.sms !== false
  const draft = { phoneNumber, friendlyName: formatNumber(phoneNumber), smsCapable, ...change }
  if (isTest) return respond(context, { ...newNumber(phoneNumber, context.scheduler.nowMs()), ...draft }, 201)
  return respond(context, context.phoneNumbers.add(draft), 201)
}

export function fetchPhoneNumber(context: SandboxContext, request: ApiRequest): ApiResponse {
  return respond(context, getPhoneNumber(context, request))
}

export function updatePhoneNumber(context: SandboxContext, request: ApiRequest): ApiResponse {
  const { phoneNumber } = getPhoneNumber(context, request)
  return respond(context, context.phoneNumbers.add({ phoneNumber, ...readChange(request.form) }))
}

export function releasePhoneNumber(context: SandboxContext, request: ApiRequest): ApiResponse {
  const number = getPhoneNumber(context, request)
  context.phoneNumbers.remove(number)
  return { status: 204, sid: number.sid }
}

export function searchPhoneNumbers(context: SandboxContext, request: ApiRequest): ApiResponse {
  const { query, params, path } = request
  const inventory: Inventory = inventories[params.country ?? ''] ?? throwNotFound(path)
  const contains = query.get('Contains') ?? ''
  if (!/^[+\d*a-zA-Z]{0,20}$/.test(contains)) throw new ApiError(20001, 'Invalid Contains')
  const limit = Math.min(Number(query.get('PageSize')) || 30, 50)
  const isFree = (phoneNumber: string) => !context.phoneNumbers.find(phoneNumber)
  const found = findAvailable(inventory, { areaCode: query.get('AreaCode') ?? '', contains, limit, isFree })
  const numbers = found.map((phoneNumber) => ({
    friendly_name: formatNumber(phoneNumber),
    phone_number: phoneNumber,
    lata: null,
    rate_center: null,
    latitude: null,
    longitude: null,
    locality: inventory.locality,
    region: inventory.region,
    postal_code: null,
    iso_country: params.country,
    address_requirements: 'none',
    beta: false,
    capabilities: { voice: true, SMS: inventory.sms, MMS: inventory.sms, fax: false },
  }))
  return { status: 200, body: { uri: path, available_phone_numbers: numbers }, root: 'AvailablePhoneNumbers' }
}

function nextInArea({ phoneNumbers }: SandboxContext, areaCode: string): string {
  if (!/^\d{3}$/.test(areaCode)) throw new ApiError(21421)
  const isFree = (phoneNumber: string) => !phoneNumbers.find(phoneNumber)
  const [first] = findAvailable(inventories['US']!, { areaCode, contains: '', limit: 1, isFree })
  if (first === undefined) throw new ApiError(21422)
  return first
}

function readChange(form: URLSearchParams): Partial<PhoneNumber> {
  const url = (name: string) => {
    const text = form.get(name)
    if (text && !isWebAddress(text)) throw new ApiError(20001, `${name} is not a valid URL.`)
    return text
  }
  const name = form.get('FriendlyName')
  if (name !== null && name.length > 64) throw new ApiError(20001, 'FriendlyName has more than 64 characters.')
  const fields = {
    friendlyName: name,
    voiceUrl: url('VoiceUrl'),
    voiceFallbackUrl: url('VoiceFallbackUrl'),
    statusCallback: url('StatusCallback'),
    smsUrl: url('SmsUrl'),
    voiceMethod: form.has('VoiceMethod') ? readMethod(form, 'VoiceMethod') : null,
    voiceFallbackMethod: form.has('VoiceFallbackMethod') ? readMethod(form, 'VoiceFallbackMethod') : null,
    statusCallbackMethod: form.has('StatusCallbackMethod') ? readMethod(form, 'StatusCallbackMethod') : null,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

function getPhoneNumber({ phoneNumbers }: SandboxContext, { params, path }: ApiRequest): PhoneNumber {
  return phoneNumbers.bySid(params.sid ?? '') ?? throwNotFound(path)
}

function respond(context: SandboxContext, number: PhoneNumber, status = 200): ApiResponse {
  return { status, body: present(context, number), sid: number.sid, root: 'IncomingPhoneNumber' }
}

function present({ accountSid }: SandboxContext, number: PhoneNumber) {
  return {
    sid: number.sid,
    account_sid: accountSid,
    friendly_name: number.friendlyName,
    phone_number: number.phoneNumber,
    iso_country: countryOf(number.phoneNumber),
    voice_url: number.voiceUrl,
    voice_method: number.voiceMethod,
    voice_fallback_url: number.voiceFallbackUrl,
    voice_fallback_method: number.voiceFallbackMethod,
    voice_caller_id_lookup: false,
    voice_receive_mode: 'voice',
    voice_application_sid: '',
    status_callback: number.statusCallback,
    status_callback_method: number.statusCallbackMethod,
    sms_url: number.smsUrl,
    sms_method: 'POST',
    sms_fallback_url: '',
    sms_fallback_method: 'POST',
    sms_application_sid: '',
    address_requirements: 'none',
    address_sid: null,
    beta: false,
    bundle_sid: null,
    capabilities: { voice: true, sms: isSmsCapable(number), mms: isSmsCapable(number), fax: false },
    date_created: rfc2822(number.createdAtMs),
    date_updated: rfc2822(number.updatedAtMs),
    emergency_address_sid: null,
    emergency_address_status: 'unregistered',
    emergency_status: 'Inactive',
    identity_sid: null,
    origin: 'twilio',
    status: 'in-use',
    trunk_sid: null,
    type: 'local',
    uri: `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers/${number.sid}.json`,
  }
}
