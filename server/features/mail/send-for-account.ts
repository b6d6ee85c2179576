// Sends mails that an account has written, through the mail server of the installation.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { takeRequest } from '#server/platform/rate-limit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Mail } from '#server/ports/mailer.ts'
import { checkMail, isMailConfigured, storeMail } from './queue-mail.ts'
import { sendMail } from './send-mail.ts'
import { type MailStatus, selectStatuses } from './store.ts'

const dayMs = 86_400_000
/** Until then, only this process sends the mails; afterwards jobs send those that are still waiting. */
const queuedMs = 60_000
/** A mail that is begun later could still be in progress when its job runs. */
const sendWithinMs = 20_000

/**
 * Sends the mails at once, and leaves those to the queue that the mail server does not accept yet. Returns their status by
 * key: `waiting`, `sent`, or `failed` if the mail server refuses the mail for good. Mails with known keys are not sent
 * again. Refuses with `MAIL_NOT_CONFIGURED` and `MAIL_LIMIT_REACHED`, and has sent nothing then.
 */
export async function sendForAccount(
  ctx: AccountContext,
  mails: readonly Mail[],
): Promise<ReadonlyMap<string, MailStatus>> {
  for (const mail of mails) checkMail(mail)
  const keys = mails.map(({ key }) => key)
  const known = await selectStatuses(ctx.db, keys)
  if (known.size > 0) return known
  if (!isMailConfigured(ctx))
    throw new Refusal(
      'MAIL_NOT_CONFIGURED',
      'No mail server is configured. The operator of this installation can set one up.',
    )
  const stored = await transaction(ctx, (tx) => storeWithinLimit(tx, mails))
  await sendStored(ctx, stored)
  return selectStatuses(ctx.db, keys)
}

/** Returns the keys of mails that were not stored before. */
async function storeWithinLimit(tx: Tx, mails: readonly Mail[]): Promise<string[]> {
  const { account, db, settings } = tx
  const requests = settings.automationMailsPerDay
  const stored: string[] = []
  for (const mail of mails) {
    if (!(await storeMail(tx, mail, { runAt: new Date(tx.now().getTime() + queuedMs) }))) continue
    if (requests === 0 || !(await takeRequest(db, `mails:${account.id}`, { requests, windowMs: dayMs })).accepted)
      throw new Refusal(
        'MAIL_LIMIT_REACHED',
        `The limit of ${requests} emails in 24 hours is reached. No email was sent.`,
      )
    stored.push(mail.key)
  }
  return stored
}

async function sendStored(ctx: AccountContext, keys: readonly string[]): Promise<void> {
  const endMs = performance.now() + sendWithinMs
  for (const key of keys) {
    if (ctx.stopping.aborted || performance.now() > endMs) return
    try {
      await sendMail(ctx, key)
    } catch (error) {
      // The next mail would wait for the same server.
      if (error instanceof OutsideError) return
      throw error
    }
  }
}
