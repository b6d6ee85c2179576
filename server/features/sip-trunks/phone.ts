// A SIP telephone as it is stored, and its user name and password.
import { randomInt } from 'node:crypto'
import type { Settings } from '#server/platform/context/settings.ts'
import { open, openIfReadable, seal } from '#server/platform/security/secret-box.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface StoredPhone {
  accountId: number
  id: number
  /** Unique in the installation. */
  username: string
  name: string
  /** 2 to 6 digits, unique within the account. */
  extension: string
  /** Encrypted. */
  sealedPassword: Buffer
  phoneNumberId: number | null
  registeredUntil: Timestamp | null
  address: string | null
  userAgent: string | null
  createdAt: Timestamp
}

type KeySettings = Pick<Settings, 'masterKey'>

/** Bound to the account, because the id of a new telephone is not known yet. */
const placeOf = (accountId: number): string => `sip_phones:${accountId}`

export const sealPhonePassword = ({ masterKey }: KeySettings, accountId: number, password: string): Buffer =>
  seal(masterKey, password, placeOf(accountId))

/** Undefined if it was encrypted with another master key. */
export const readPhonePassword = (
  { masterKey }: KeySettings,
  { accountId, sealedPassword }: Pick<StoredPhone, 'accountId' | 'sealedPassword'>,
): string | undefined => openIfReadable(() => open(masterKey, sealedPassword, placeOf(accountId)))

/** Without characters that look like others, because people type them into telephones. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const generated = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

export const generatePassword = (): string => generated(20)
export const generateUsername = (extension: string): string => `${extension}-${generated(8)}`

/** The first free number from 100. */
export function firstFreeExtension(taken: readonly string[]): string {
  const known = new Set(taken)
  let number = 100
  while (known.has(String(number))) number++
  return String(number)
}
