// Lists, configures, buys and releases phone numbers of an account.
import { isE164 } from '@parley/rules'
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { AvailablePhoneNumber, CarrierPhoneNumber, VoiceCarrier } from '#server/ports/voice-carrier.ts'
import type { Api } from '../rest/api.ts'
import { unlessMissing, unreadable } from '../rest/failures.ts'
import { type Fields, fieldsOf, sidOf, textOf } from '../rest/json.ts'
import type { WebhookUrls } from '../webhooks/urls.ts'

type PhoneNumbers = Pick<
  VoiceCarrier,
  'listPhoneNumbers' | 'setNumberRoutes' | 'searchPhoneNumbers' | 'buyPhoneNumber' | 'releasePhoneNumber' | 'testNumber'
>

const maxAvailable = 30
/** Many countries do not have all of them. */
const numberKinds = ['Local', 'Mobile', 'National']

/** https://www.twilio.com/docs/phone-numbers/api */
export function createPhoneNumbers(api: Api, urls: WebhookUrls): PhoneNumbers {
  const urlOf = (url: string, route: 'here' | 'nowhere') => (route === 'here' ? url : '')
  return {
    listPhoneNumbers: async (account) => {
      const path = `${folder(account)}.json?PageSize=1000`
      const found = await api.list(account, 'api', path, 'incoming_phone_numbers')
      return found.flatMap((fields) => toPhoneNumber(fields, urls) ?? [])
    },
    setNumberRoutes: async (account, numberSid, { calls, sms }) => {
      // The carrier ignores the URL of a number that has an application or a trunk.
      const form = {
        ...(calls !== undefined && {
          VoiceUrl: urlOf(urls.voice, calls),
          VoiceMethod: 'POST',
          VoiceApplicationSid: '',
          TrunkSid: '',
        }),
        ...(sms !== undefined && { SmsUrl: urlOf(urls.inbound, sms), SmsMethod: 'POST', SmsApplicationSid: '' }),
      }
      await api.postForm(account, 'api', pathOf(account, numberSid), new URLSearchParams(form), 'read')
    },
    searchPhoneNumbers: async (account, { countryCode, contains }) => {
      const query = new URLSearchParams({ VoiceEnabled: 'true', PageSize: String(maxAvailable) })
      if (contains) query.set('Contains', contains)
      for (const kind of numberKinds) {
        const path = `${root(account)}/AvailablePhoneNumbers/${encodeURIComponent(countryCode)}/${kind}.json?${query}`
        const page = await unlessMissing(api.list(account, 'api', path, 'available_phone_numbers', () => false))
        const found = (page ?? []).flatMap((fields) => toAvailable(fields, countryCode))
        if (found.length > 0) return found.slice(0, maxAvailable)
      }
      return []
    },
    buyPhoneNumber: async (account, phoneNumber) => {
      const form = new URLSearchParams({ PhoneNumber: phoneNumber })
      const bought = toPhoneNumber(await api.postForm(account, 'api', `${folder(account)}.json`, form), urls)
      if (!bought) throw unreadable('write')
      return bought
    },
    releasePhoneNumber: (account, numberSid) => api.remove(account, 'api', pathOf(account, numberSid)),
    testNumber: async () => {
      throw new CarrierError('refused', 'Twilio does not test phone numbers.', { reason: 'unsupported' })
    },
  }
}

function root({ externalId }: CarrierAccount): string {
  return `/2010-04-01/Accounts/${encodeURIComponent(externalId)}`
}

function folder(account: CarrierAccount): string {
  return `${root(account)}/IncomingPhoneNumbers`
}

function pathOf(account: CarrierAccount, numberSid: string): string {
  return `${folder(account)}/${encodeURIComponent(numberSid)}.json`
}

/** New numbers have webhooks of the carrier with a demonstration. */
const demonstration = 'https://demo.twilio.com/'

/** Undefined for an entry without a sid or without a number. */
function toPhoneNumber(fields: Fields, urls: WebhookUrls): CarrierPhoneNumber | undefined {
  const sid = sidOf(fields.sid)
  const phoneNumber = textOf(fields.phone_number)
  const voiceUrl = textOf(fields.voice_url)
  const set = textOf(fields.sms_url)
  const smsUrl = set?.startsWith(demonstration) ? null : set
  if (sid === null || phoneNumber === null || !isE164(phoneNumber)) return undefined
  return {
    externalId: sid,
    phoneNumber,
    friendlyName: textOf(fields.friendly_name),
    countryCode: textOf(fields.iso_country),
    region: textOf(fields.region),
    voiceCapable: isCapable(fields, 'voice'),
    smsCapable: isCapable(fields, 'sms'),
    calls: { isOurs: voiceUrl === urls.voice, to: voiceUrl },
    sms: { isOurs: urls.isInbound({ url: smsUrl, method: 'POST' }), to: smsUrl },
  }
}

function toAvailable(fields: Fields, countryCode: string): AvailablePhoneNumber[] {
  const phoneNumber = textOf(fields.phone_number)
  if (phoneNumber === null || !isE164(phoneNumber)) return []
  return [
    {
      phoneNumber,
      countryCode: textOf(fields.iso_country) ?? countryCode,
      region: textOf(fields.region),
      smsCapable: isCapable(fields, 'sms'),
    },
  ]
}

/** The names are in lower case for owned numbers, and partly in upper case for available ones. */
function isCapable({ capabilities }: Fields, name: string): boolean {
  return Object.entries(fieldsOf(capabilities)).some(([key, value]) => key.toLowerCase() === name && value === true)
}
