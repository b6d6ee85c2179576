// The manifest of mail.
import type { AppContext } from '#server/platform/context/context.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { open } from '#server/platform/security/secret-box.ts'
import type { Mail } from '#server/ports/mailer.ts'
import { placeOf, sendMailJob } from './queue-mail.ts'
import { deleteOldMails, endMail, findWaitingMail } from './store.ts'

/**
 * Throws if the job has to try again. SMTP has no keys for requests: a mail whose response was lost is sent again with
 * the same Message-ID.
 */
async function sendMail({ db, settings, mailer, log }: AppContext, { key }: { key: string }): Promise<void> {
  const sealed = await findWaitingMail(db, key)
  if (!sealed) return
  const content = JSON.parse(open(settings.masterKey, sealed, placeOf(key))) as Omit<Mail, 'key'>
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

/** Longer than a mail is retried. A key can be used again afterwards. */
const keptDays = 30

export const mail = {
  name: 'mail',
  jobs: [{ ...sendMailJob, run: sendMail } as Job<never>],
  crons: [
    {
      name: 'mail.delete-old',
      match: '23 * * * *',
      run: ({ db }: AppContext) => deleteOldMails(db, keptDays),
    },
  ],
} satisfies Feature
