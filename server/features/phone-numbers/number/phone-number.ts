// A phone number of an account, and the calls that it is used for.
import type { z } from 'zod'
import type { phoneNumberType } from '#contract/calls/phone-numbers.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export type PhoneNumberType = z.infer<typeof phoneNumberType>

export interface PhoneNumber {
  id: number
  accountId: number
  /** The name of the carrier. */
  carrier: string
  carrierAccountId: string
  /** Null until the purchase has succeeded. Only the operation that purchases the number sees such a number. */
  externalId: string | null
  /** E.164. */
  phoneNumber: string
  nickname: string | null
  type: PhoneNumberType
  smsCapable: boolean
  region: string | null
  /** ISO 3166-1 alpha-2; empty for a number of no country. */
  countryCode: string
  /** Whether it was purchased through Parley. Other numbers stay at the carrier when they are deleted. */
  purchased: boolean
  createdAt: Timestamp
}

export const isUsableFor = ({ type }: Pick<PhoneNumber, 'type'>, direction: 'inbound' | 'outbound'): boolean =>
  type === 'both' || type === direction
