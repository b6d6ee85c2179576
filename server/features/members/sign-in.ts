// Signs users in, with a password and a code, or with a link.
import type { AuditEvent } from '#contract/account/audit.ts'
import type { PublicContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { newSecret, sha256Of } from '#server/platform/security/random-secret.ts'
import { countAttempt, countLink, countSignIn } from './attempts.ts'
import { signInFailedJob } from './later-job-specs.ts'
import { isPassword } from './password.ts'
import { recordForAccounts } from './record-event.ts'
import { isCode } from './second-factor.ts'
import { selectMemberships } from './store-members.ts'
import { deleteSession, insertSession, takeCodeAttempt, takeLink } from './store-sessions.ts'
import { findUser, findUserByEmail, type User } from './store-users.ts'

export interface SignedIn {
  status: 'signed_in' | 'code_required'
  /** For the cookie. */
  secret: string
  validMs: number
}

interface Client {
  userAgent: string
}

const sessionMs = 30 * 86_400_000
const codeMs = 10 * 60_000
const maxUserAgentCharacters = 300

/** Refuses with `SIGN_IN_FAILED` for an unknown email, a wrong password, and a user without an account. */
export async function signIn(
  ctx: PublicContext,
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<SignedIn> {
  await countSignIn(ctx.db, email, ctx.remoteAddress)
  const user = await findUserByEmail(ctx.db, email)
  if (!(await isPassword(password, user?.passwordHash ?? null))) {
    const { remoteAddress } = ctx
    const userAgent = client.userAgent.slice(0, maxUserAgentCharacters)
    // The entry in the audit logs is made later, so that the same is done for an unknown user.
    await transaction(ctx, (tx) => tx.addJob(signInFailedJob, { userId: user?.id ?? null, remoteAddress, userAgent }))
    throw new Refusal('SIGN_IN_FAILED')
  }
  return openSession(ctx, user!, client, { awaitsCode: user!.totpConfirmedAt !== null })
}

/** `secret` is that of the session cookie. The session gets another one, so that an earlier owner of the cookie has none. */
export async function completeSignIn(
  ctx: PublicContext,
  { code, secret }: { code: string; secret: string | undefined },
  client: Client,
): Promise<SignedIn> {
  await countLink(ctx.db, ctx.remoteAddress)
  const pending = secret === undefined ? undefined : await takeCodeAttempt(ctx.db, sha256Of(secret))
  const user = pending && (await findUser(ctx.db, pending.userId))
  if (!user) throw new Refusal('SIGN_IN_FAILED')
  await countAttempt(ctx.db, 'code', user.id)
  if (!(await isCode(ctx, user, code))) {
    await record(ctx, user, 'session.codeFailed', client)
    throw new Refusal('SIGN_IN_FAILED')
  }
  await deleteSession(ctx.db, user.id, pending.id)
  return openSession(ctx, user, client, { awaitsCode: false })
}

/** Refuses with `LINK_NOT_FOUND`. A user with an authenticator app still needs a code. */
export async function signInByLink(ctx: PublicContext, token: string, client: Client): Promise<SignedIn> {
  await countLink(ctx.db, ctx.remoteAddress)
  const userId = await takeLink(ctx.db, 'sign-in', sha256Of(token))
  const user = userId === undefined ? undefined : await findUser(ctx.db, userId)
  if (!user) throw new Refusal('LINK_NOT_FOUND')
  return openSession(ctx, user, client, { awaitsCode: user.totpConfirmedAt !== null })
}

/** Refuses with `SIGN_IN_FAILED` if the user is not a member of any account. */
export async function openSession(
  ctx: PublicContext,
  user: User,
  { userAgent }: Client,
  { awaitsCode }: { awaitsCode: boolean },
): Promise<SignedIn> {
  const [membership] = await selectMemberships(ctx.db, user.id)
  if (!membership) throw new Refusal('SIGN_IN_FAILED')
  const { secret, sha256 } = newSecret()
  const validMs = awaitsCode ? codeMs : sessionMs
  await insertSession(ctx.db, {
    userId: user.id,
    accountId: membership.accountId,
    secretSha256: sha256,
    awaitsCode,
    remoteAddress: ctx.remoteAddress,
    userAgent: userAgent.slice(0, maxUserAgentCharacters),
    validMs,
  })
  if (!awaitsCode) await record(ctx, user, 'session.signedIn', { userAgent }, membership.accountId)
  return { status: awaitsCode ? 'code_required' : 'signed_in', secret, validMs }
}

const record = (
  ctx: PublicContext,
  user: User,
  action: AuditEvent,
  { userAgent }: Client,
  only?: number,
): Promise<void> =>
  recordForAccounts(ctx, user, { actor: 'user', action, remoteAddress: ctx.remoteAddress, userAgent }, only)
