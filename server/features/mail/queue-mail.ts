// Queues a mail in the transaction of the change that it reports.
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import { seal } from '#server/platform/security/secret-box.ts'
import { isMailAddress } from '#server/platform/text/mail-address.ts'
import type { Mail } from '#server/ports/mailer.ts'
import { insertMail } from './store.ts'

/** Retried for about two days. */
export const sendMailJob: JobSpec<{ key: string }> = { name: 'mail.send', maxAttempts: 18, waitsOutside: true }

export const placeOf = (key: string): string => `mail:${key}`

const limits = { keyCharacters: 200, subjectCharacters: 200, textCharacters: 50_000 }

/** For operations that offer something else if no mail can be sent. The same inside and outside of transactions. */
export const isMailConfigured = ({ settings }: Pick<AppTx, 'settings'>): boolean => settings.hasMail

/**
 * Sends the mail after the commit, once for each key: a repeated call with the same key does nothing. Returns false if
 * mail is not configured. The key is written to logs, so it must not contain personal data. Throws a `RangeError` for an
 * address that `isMailAddress` rejects, and for a subject or text that is too long or contains control characters.
 */
export async function queueMail(
  tx: Pick<AppTx, 'db' | 'settings' | 'addJob'>,
  { key, to, subject, text }: Mail,
): Promise<boolean> {
  if (!isMailAddress(to)) throw new RangeError('The address of the mail is not valid.')
  if (subject.length > limits.subjectCharacters || /\p{Cc}/u.test(subject))
    throw new RangeError('The subject of the mail is too long, or has control characters.')
  if (text.length > limits.textCharacters) throw new RangeError('The text of the mail is too long.')
  if (key.length > limits.keyCharacters) throw new RangeError('The key of the mail is too long.')
  if (!isMailConfigured(tx)) return false
  const content = seal(tx.settings.masterKey, JSON.stringify({ to, subject, text }), placeOf(key))
  if (await insertMail(tx.db, key, content)) await tx.addJob(sendMailJob, { key }, { key: `mail:${key}` })
  return true
}
