// Refuses an email address that Parley could not send mail to.
import { InvalidInput } from '#server/platform/refusal.ts'
import { isMailAddress } from '#server/platform/text/mail-address.ts'

/** For new addresses: users with others sign in with them. Throws `InvalidInput`. */
export function requireMailAddress(email: string): void {
  if (!isMailAddress(email)) throw new InvalidInput({ email: ['The email field must be a valid email address.'] })
}
