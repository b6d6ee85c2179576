// The keyed hash under which a number stays on the do-not-contact list after its person was erased.
import { createHmac, hkdfSync } from 'node:crypto'
import type { Settings } from '#server/platform/context/settings.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'

export interface KeyContext {
  settings: Pick<Settings, 'masterKey'>
  account: { id: number }
}

/** Without the master key, nobody can test numbers against the hash. Accounts have different hashes of a number. */
export function erasedKey({ settings, account }: KeyContext, phoneNumber: string): string {
  const key = hkdfSync('sha256', settings.masterKey, '', 'parley erased number', 32)
  const mac = createHmac('sha256', Buffer.from(key)).update(`${account.id} ${phoneNumberKey(phoneNumber)}`)
  return `erased:${mac.digest('base64url')}`
}

/** The keys of the entries of a number, before and after the erasure of its person. */
export const entryKeys = (ctx: KeyContext, phoneNumber: string): string[] => [
  phoneNumberKey(phoneNumber),
  erasedKey(ctx, phoneNumber),
]
