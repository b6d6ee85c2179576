// What users change about their own password.
import { isMailConfigured, queueMail } from '#server/features/mail/index.ts'
import type { MemberActor } from '#server/platform/context/actor.ts'
import type { AppContext, MemberContext, PublicContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { newSecret, sha256Of } from '#server/platform/security/random-secret.ts'
import { isMailAddress } from '#server/platform/text/mail-address.ts'
import { countAttempt, countLink } from './attempts.ts'
import { passwordLinkJob } from './later-job-specs.ts'
import { hashPassword, isPassword, requireStrength } from './password.ts'
import { recordForAccounts } from './record-event.ts'
import { announceChange } from './session-lookup.ts'
import { deleteLinks, deleteSessions, hasLink, replaceLink, takeLink } from './store-sessions.ts'
import { findUser, findUserByEmail, type User, updatePassword } from './store-users.ts'

/** Refuses with `WRONG_PASSWORD`. A user without a password needs none. */
export async function requirePassword(ctx: MemberContext, password: string | undefined): Promise<User> {
  const user = orRefuse(await findUser(ctx.db, ctx.actor.id), 'WRONG_PASSWORD')
  if (user.passwordHash === null) return user
  await countAttempt(ctx.db, 'password', user.id)
  if (password === undefined || !(await isPassword(password, user.passwordHash))) throw new Refusal('WRONG_PASSWORD')
  return user
}

/** Ends all other sessions of the user. Refuses with `WRONG_PASSWORD` or `WEAK_PASSWORD`. */
export async function changePassword(
  ctx: MemberContext,
  { current, password }: { current: string | undefined; password: string },
): Promise<void> {
  const user = await requirePassword(ctx, current)
  await setPassword(ctx, user, password, ctx.actor.sessionId)
}

/** Ends all sessions of the user. Refuses with `LINK_NOT_FOUND` or `WEAK_PASSWORD`. */
export async function resetPassword(ctx: PublicContext, token: string, password: string): Promise<void> {
  await countLink(ctx.db, ctx.remoteAddress)
  // Hashing takes time, so it is only done for links that exist.
  if (!(await hasLink(ctx.db, 'password', sha256Of(token)))) throw new Refusal('LINK_NOT_FOUND')
  requireStrength(password, [])
  const hash = await hashPassword(password)
  await transaction(ctx, async (tx) => {
    const userId = await takeLink(tx.db, 'password', sha256Of(token))
    const user = userId === undefined ? undefined : await findUser(tx.db, userId)
    if (!user) throw new Refusal('LINK_NOT_FOUND')
    requireStrength(password, [user.email, user.name])
    await updatePassword(tx.db, user.id, hash)
    await deleteSessions(tx.db, user.id)
    await deleteLinks(tx.db, user.id)
    await announceChange(tx.db, user.id)
  })
}

async function setPassword(ctx: MemberContext, user: User, password: string, keptSession: number): Promise<void> {
  requireStrength(password, [user.email, user.name])
  const hash = await hashPassword(password)
  await transaction(ctx, async (tx) => {
    await updatePassword(tx.db, user.id, hash)
    await deleteSessions(tx.db, user.id, keptSession)
    await deleteLinks(tx.db, user.id)
    await announceChange(tx.db, user.id)
  })
}

const passwordLinkMs = 60 * 60_000

/** Sends the link by email, later. Neither the answer nor its work tells whether the user exists. */
export async function requestPasswordReset(ctx: PublicContext, email: string): Promise<void> {
  await countLink(ctx.db, ctx.remoteAddress)
  await countAttempt(ctx.db, 'resetOfUser', email.toLowerCase())
  const user = await findUserByEmail(ctx.db, email)
  await transaction(ctx, (tx) => tx.addJob(passwordLinkJob, { userId: user?.id ?? null }))
}

export async function sendPasswordLink(context: AppContext, user: User): Promise<void> {
  if (!isMailConfigured(context)) {
    context.log.warn(
      { userId: user.id },
      'a password reset was requested, but mail is not configured: use parley member link',
    )
    return
  }
  if (!isMailAddress(user.email)) {
    context.log.warn(
      { userId: user.id },
      'a password reset was requested, but the email address of the user is not valid: use parley member link',
    )
    return
  }
  await transaction(context, async (tx) => {
    const { url } = await linkFor(tx, user.id)
    const text = `Set a new password for Parley within one hour:\n${url}\n\nIf you did not ask for it, ignore this mail.\n`
    await queueMail(tx, { key: `password:${tx.newId()}`, to: user.email, subject: 'Set a new password', text })
  })
}

/** Undefined if the user does not exist. The audit logs of the user's accounts show who created the link. */
export async function createPasswordLink(
  ctx: AppContext,
  email: string,
  actor: MemberActor | undefined,
): Promise<{ url: string; expiresAt: string } | undefined> {
  const user = await findUserByEmail(ctx.db, email)
  if (!user) return undefined
  const visiting = actor && { ...actor, isVisiting: true }
  await recordForAccounts(ctx, user, { actor: visiting, action: 'members.passwordLinkCreated' })
  return linkFor(ctx, user.id)
}

async function linkFor(
  ctx: Pick<PublicContext, 'db' | 'settings'>,
  userId: number,
): Promise<{ url: string; expiresAt: string }> {
  const { secret, sha256 } = newSecret()
  const link = { purpose: 'password', secretSha256: sha256, validMs: passwordLinkMs } as const
  const expiresAt = await replaceLink(ctx.db, userId, link)
  return { url: `${ctx.settings.publicUrl}/sign-in#reset=${secret}`, expiresAt }
}
