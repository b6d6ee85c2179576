// Converts phone numbers and calling limits to their API representation.

import type { phoneNumbers } from '#contract/calls/phone-numbers.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { toApi } from '#server/platform/http/replies/api-names.ts'
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
    ...toApi(number),
    type_label: typeLabels[number.type],
    source: number.purchased ? 'purchased' : 'imported',
  }
}

export const presentAvailable = (number: AvailablePhoneNumber) => toApi(number)

export function presentLimits(policy: CallingPolicy): ReplyOf<typeof phoneNumbers.getCallingLimits>['data'] {
  return {
    ...toApi(policy),
    allowed_countries: [...policy.allowedCountries],
    spend_per_hour_usd: policy.spendPerHourMicros / 1_000_000,
    spend_per_day_usd: policy.spendPerDayMicros / 1_000_000,
  }
}
