// Converts phone numbers and calling limits to their API representation.

import type { phoneNumbers } from '#contract/calls/phone-numbers.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { AvailablePhoneNumber } from '#server/ports/voice-carrier.ts'
import type { CallingPolicy } from './calling/policy.ts'
import type { PhoneNumber, PhoneNumberType } from './number/phone-number.ts'

export const typeLabels: Record<PhoneNumberType, string> = {
  inbound: 'Inbound',
  outbound: 'Outbound',
  both: 'Inbound and outbound',
}

export function presentPhoneNumber(number: PhoneNumber): ReplyOf<typeof phoneNumbers.list>[number] {
  return {
    id: number.id,
    phone_number: number.phoneNumber,
    nickname: number.nickname,
    country_code: number.countryCode,
    type: number.type,
    type_label: typeLabels[number.type],
    sms_capable: number.smsCapable,
    region: number.region,
    source: number.purchased ? 'purchased' : 'imported',
    created_at: toIsoMicros(number.createdAt),
  }
}

export const presentAvailable = ({ phoneNumber, countryCode, region, smsCapable }: AvailablePhoneNumber) => ({
  phone_number: phoneNumber,
  country_code: countryCode,
  region,
  sms_capable: smsCapable,
})

export function presentLimits(policy: CallingPolicy): ReplyOf<typeof phoneNumbers.getCallingLimits>['data'] {
  return {
    allowed_countries: [...policy.allowedCountries],
    concurrent_calls: policy.concurrentCalls,
    calls_per_minute: policy.callsPerMinute,
    calls_per_hour_to_number: policy.callsPerHourToNumber,
    calls_per_hour_to_prefix: policy.callsPerHourToPrefix,
    spend_per_hour_usd: policy.spendPerHourMicros / 1_000_000,
    spend_per_day_usd: policy.spendPerDayMicros / 1_000_000,
  }
}
