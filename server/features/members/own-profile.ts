// What users change about their own name and email.
import { isMailConfigured, queueMail } from '#server/features/mail/index.ts'
import type { MemberContext, PublicContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { newSecret, sha256Of } from '#server/platform/security/random-secret.ts'
import { isMailAddress } from '#server/platform/text/mail-address.ts'
import { countAttempt, countLink } from './attempts.ts'
import { requirePassword } from './own-password.ts'
import { recordForAccounts } from './record-event.ts'
import { requireMailAddress } from './require-mail-address.ts'
import { announceChange } from './session-lookup.ts'
import { deleteLinks, replaceLink, takeEmailLink } from './store-sessions.ts'
import { findUser, updateEmail, updateName } from './store-users.ts'

export async function changeName(ctx: MemberContext, name: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await updateName(tx.db, ctx.actor.id, name)
    await announceChange(tx.db, ctx.actor.id)
  })
}

const emailLinkMs = 60 * 60_000

/**
 * Sends a link to the new address. Does not tell whether another user has it. Refuses with `WRONG_PASSWORD` or
 * `MAIL_NOT_CONFIGURED`, or throws `InvalidInput`.
 */
export async function requestEmailChange(
  ctx: MemberContext,
  { email, current }: { email: string; current: string | undefined },
): Promise<void> {
  if (!isMailConfigured(ctx)) throw new Refusal('MAIL_NOT_CONFIGURED')
  requireMailAddress(email)
  const user = await requirePassword(ctx, current)
  await countAttempt(ctx.db, 'emailOfUser', user.id)
  await transaction(ctx, async (tx) => {
    const { secret, sha256 } = newSecret()
    const link = { purpose: 'email', secretSha256: sha256, validMs: emailLinkMs, newEmail: email } as const
    await replaceLink(tx.db, user.id, link)
    const url = `${ctx.settings.publicUrl}/sign-in#email=${secret}`
    const text = `Confirm this email address for Parley within one hour:\n${url}\n\nIf you did not ask for it, ignore this mail.\n`
    await queueMail(tx, { key: `email:${tx.newId()}`, to: email, subject: 'Confirm your email address', text })
  })
}

/** Refuses with `LINK_NOT_FOUND` or `EMAIL_TAKEN`. */
export async function confirmEmail(ctx: PublicContext, token: string): Promise<void> {
  await countLink(ctx.db, ctx.remoteAddress)
  await transaction(ctx, async (tx) => {
    const link = await takeEmailLink(tx.db, sha256Of(token))
    const user = link && (await findUser(tx.db, link.userId))
    if (!link || !user) throw new Refusal('LINK_NOT_FOUND')
    if (!(await updateEmail(tx.db, user.id, link.newEmail))) throw new Refusal('EMAIL_TAKEN')
    // Links in the old mailbox must not give access.
    await deleteLinks(tx.db, user.id)
    await announceChange(tx.db, user.id)
    const event = { actor: 'user', action: 'session.emailChanged', remoteAddress: ctx.remoteAddress } as const
    await recordForAccounts(tx, user, event)
    if (!isMailAddress(user.email)) return
    const text = `The email address of your Parley user is now ${link.newEmail}. If you did not change it, tell the operator of the installation.\n`
    await queueMail(tx, {
      key: `email-changed:${tx.newId()}`,
      to: user.email,
      subject: 'Your email address was changed',
      text,
    })
  })
}
