// Queues a mail in the transaction of the change that it reports.
import type { AppTx } from '#server/platform/context/context.ts'
import type { AddJobOptions, JobSpec } from '#server/platform/context/job.ts'
import { seal } from '#server/platform/security/secret-box.ts'
import { isMailAddress } from '#server/platform/text/mail-address.ts'
import type { Mail } from '#server/ports/mailer.ts'
import { insertMail } from './store.ts'

/** Retried for about two days. */
export const sendMailJob: JobSpec<{ key: string }> = { name: 'mail.send', maxAttempts: 18, waitsOutside: true }

export const placeOf = (key: string): string => `mail:${key}`

/** Characters beyond the Basic Multilingual Plane count twice. */
const limits = { keyCharacters: 200, lineCharacters: 400, textCharacters: 100_000 }

/** For operations that offer something else if no mail can be sent. The same inside and outside of transactions. */
export const isMailConfigured = ({ settings }: Pick<AppTx, 'settings'>): boolean => settings.hasMail

type MailTx = Pick<AppTx, 'db' | 'settings' | 'addJob'>

/**
 * Sends the mail after the commit, once for each key: a repeated call with the same key does nothing. Returns false if
 * mail is not configured. The key is written to logs, so it must not contain personal data. Throws a `RangeError` for an
 * address that `isMailAddress` rejects, and for a name, subject or text that is too long or contains control characters.
 */
export async function queueMail(tx: MailTx, mail: Mail): Promise<boolean> {
  checkMail(mail)
  if (!isMailConfigured(tx)) return false
  await storeMail(tx, mail)
  return true
}

/** Returns false if there is a mail with this key. */
export async function storeMail(
  tx: MailTx,
  { key, ...content }: Mail,
  options: Pick<AddJobOptions, 'runAt'> = {},
): Promise<boolean> {
  const sealed = seal(tx.settings.masterKey, JSON.stringify(content), placeOf(key))
  if (!(await insertMail(tx.db, key, sealed))) return false
  await tx.addJob(sendMailJob, { key }, { ...options, key: `mail:${key}` })
  return true
}

export function checkMail({ key, to, fromName = '', replyTo, subject, text }: Mail): void {
  if (!isMailAddress(to) || (replyTo !== undefined && !isMailAddress(replyTo)))
    throw new RangeError('The address of the mail is not valid.')
  if ([fromName, subject].some((line) => line.length > limits.lineCharacters || /\p{Cc}/u.test(line)))
    throw new RangeError('The name or the subject of the mail is too long, or has control characters.')
  if (text.length > limits.textCharacters) throw new RangeError('The text of the mail is too long.')
  if (key.length > limits.keyCharacters) throw new RangeError('The key of the mail is too long.')
}
