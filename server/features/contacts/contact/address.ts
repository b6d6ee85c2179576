// The addresses by which an account knows a person.
import { isE164 } from '@parley/rules'
import type { z } from 'zod'
import type { addressKind } from '#contract/contacts/contacts.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'

export type AddressKind = z.infer<typeof addressKind>

export interface AddressKey {
  kind: AddressKind
  /** Equal for all equivalent forms of the address. */
  key: string
}

export interface Address extends AddressKey {
  /** As it is shown, and as messages are sent to it. */
  address: string
  /** The carrier account that reported an id of a channel. */
  scope?: string | undefined
}

/** An address from which a channel or a carrier delivers: E.164, or the id of a user. */
export const channelAddress = (address: string, scope?: string): Address =>
  isE164(address)
    ? { kind: 'phone', key: phoneNumberKey(address), address }
    : { kind: 'channel_user', key: address, address, scope }

/** A channel writes them with or without `@`, and in any letter case. */
export function usernameAddress(username: string): Address {
  const address = `@${username.replace(/^@/, '')}`
  return { kind: 'username', key: address.toLowerCase(), address }
}

export const emailAddress = (address: string): Address => ({ kind: 'email', key: address.toLowerCase(), address })

export const externalAddress = (address: string): Address => ({ kind: 'external', key: address, address })
