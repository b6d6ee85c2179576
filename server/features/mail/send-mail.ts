// Sends a queued mail.
import type { AppContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { open, openIfReadable } from '#server/platform/security/secret-box.ts'
import type { Mail } from '#server/ports/mailer.ts'
import { placeOf } from './queue-mail.ts'
import { endMail, findWaitingMail } from './store.ts'

/**
 * Does nothing if the mail has ended. Throws if the mail has to be tried again. SMTP has no keys for requests: a mail whose
 * response was lost is sent again with the same Message-ID.
 */
export async function sendMail({ db, settings, mailer, log }: AppContext, key: string): Promise<void> {
  const sealed = await findWaitingMail(db, key)
  if (!sealed) return
  const opened = openIfReadable(() => open(settings.masterKey, sealed, placeOf(key)))
  if (opened === undefined) {
    log.warn({ mail: key }, 'a mail was encrypted with another master key and is not sent')
    await endMail(db, key, 'failed')
    return
  }
  const content = JSON.parse(opened) as Omit<Mail, 'key'>
  try {
    await mailer.send({ key, ...content })
  } catch (error) {
    if (!(error instanceof OutsideError) || error.retryable) throw error
    log.warn({ mail: key, failure: error.code, reason: error.message }, 'a mail was refused')
    await endMail(db, key, 'failed')
    return
  }
  await endMail(db, key, 'sent')
}
