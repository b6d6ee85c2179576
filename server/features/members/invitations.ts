// Invites people to an account, and lets them accept.
import type { Role } from '#contract/wire/roles.ts'
import { findAccountRow } from '#server/features/accounts/index.ts'
import { recordEvent } from '#server/features/audit/index.ts'
import { mailName, queueMail } from '#server/features/mail/index.ts'
import type { AccountContext, PublicContext } from '#server/platform/context/context.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { newSecret, sha256Of } from '#server/platform/security/random-secret.ts'
import { countLink } from './attempts.ts'
import { hashPassword, requireStrength } from './password.ts'
import { requireMailAddress } from './require-mail-address.ts'
import { announceChange } from './session-lookup.ts'
import { openSession, type SignedIn } from './sign-in.ts'
import {
  deleteInvitation,
  findInvitation,
  findMember,
  type InvitationRow,
  insertMember,
  replaceInvitation,
} from './store-members.ts'
import { findUser, findUserByEmail, insertUser } from './store-users.ts'

const validMs = 7 * 86_400_000

/** Sends the link by mail, or returns it if no mail server is configured. Refuses with `ALREADY_MEMBER`. */
export async function invite(
  ctx: AccountContext,
  { email, role }: { email: string; role: Role },
): Promise<{ invitation: InvitationRow; url: string | null }> {
  requireMailAddress(email)
  const user = await findUserByEmail(ctx.db, email)
  // The same work for an unknown user.
  if (await findMember(ctx.db, ctx.account.id, user?.id ?? 0)) throw new Refusal('ALREADY_MEMBER')
  const { secret, sha256 } = newSecret()
  const invitedBy = ctx.actor?.name ?? 'the operator'
  const draft = { email, role, invitedBy, secretSha256: sha256, validMs }
  const url = `${ctx.settings.publicUrl}/sign-in#invitation=${secret}`
  return transaction(ctx, async (tx) => {
    const invitation = await replaceInvitation(tx.db, tx.account.id, draft)
    const { name } = (await findAccountRow(tx.db, tx.account.id))!
    const mail = {
      key: `invitation:${tx.newId()}`,
      to: email,
      subject: 'Invitation to Parley',
      text: `${mailName(invitedBy)} invites you to the account “${mailName(name)}” as ${role}.\n\nAccept the invitation within seven days:\n${url}\n`,
    }
    return { invitation, url: (await queueMail(tx, mail)) ? null : url }
  })
}

/** Refuses with `INVITATION_NOT_FOUND`. */
export async function showInvitation(ctx: PublicContext, token: string) {
  const invitation = await requireInvitation(ctx, token)
  const account = (await findAccountRow(ctx.db, invitation.accountId))!
  return { invitation, account, hasUser: await isInvited(ctx, invitation) }
}

/** Only the user learns that there is one: without a mail server, the member who invites has the link. */
async function isInvited({ db, actor }: PublicContext, { email }: InvitationRow): Promise<boolean> {
  const user = await findUserByEmail(db, email)
  return user !== undefined && actor?.kind === 'member' && actor.id === user.id
}

interface Acceptance {
  token: string
  name: string | undefined
  password: string | undefined
  userAgent: string
}

/**
 * Creates a new user and signs them in. An existing user must be signed in: otherwise a person who once registered
 * with this email of another would become a member. `SIGN_IN_REQUIRED`, which reveals that the user exists, follows only if
 * everything else is valid. Refuses with `INVITATION_NOT_FOUND`, `FIELDS_REQUIRED`, `WEAK_PASSWORD` or `SIGN_IN_REQUIRED`.
 */
export async function acceptInvitation(ctx: PublicContext, acceptance: Acceptance): Promise<SignedIn | undefined> {
  const { token, name, password, userAgent } = acceptance
  const invitation = await requireInvitation(ctx, token)
  if (ctx.actor?.kind === 'member' && (await isInvited(ctx, invitation))) {
    await join(ctx, token, ctx.actor.id)
    return undefined
  }
  const { email } = invitation
  if (name === undefined || password === undefined) throw new Refusal('FIELDS_REQUIRED')
  requireStrength(password, [email, name])
  const passwordHash = await hashPassword(password)
  const user = await transaction(ctx, async (tx) => {
    const created = await insertUser(tx.db, { email, name, passwordHash, isOperator: false })
    if (!created) throw new Refusal('SIGN_IN_REQUIRED')
    await joinIn({ ...ctx, db: tx.db }, token, created.id)
    return created
  })
  return openSession(ctx, user, { userAgent }, { awaitsCode: false })
}

async function requireInvitation(ctx: PublicContext, token: string): Promise<InvitationRow> {
  await countLink(ctx.db, ctx.remoteAddress)
  return orRefuse(await findInvitation(ctx.db, sha256Of(token)), 'INVITATION_NOT_FOUND')
}

async function join(ctx: PublicContext, token: string, userId: number): Promise<void> {
  await transaction(ctx, (tx) => joinIn({ ...ctx, db: tx.db }, token, userId))
}

/** The invitation is read again, because it may have been revoked or accepted in the meantime. */
async function joinIn(ctx: PublicContext, token: string, userId: number): Promise<void> {
  const invitation = await findInvitation(ctx.db, sha256Of(token))
  if (!invitation || !(await deleteInvitation(ctx.db, invitation.accountId, invitation.id)))
    throw new Refusal('INVITATION_NOT_FOUND')
  const { accountId, role } = invitation
  await insertMember(ctx.db, accountId, userId, role)
  await announceChange(ctx.db, userId)
  const [account, user] = [await findAccountRow(ctx.db, accountId), await findUser(ctx.db, userId)]
  const actor = {
    kind: 'member',
    id: userId,
    name: user!.name,
    role,
    sessionId: 0,
    isOperator: false,
    isVisiting: false,
  } as const
  const joined = 'members.joined' as const
  const event = { actor, action: joined, subject: String(userId), remoteAddress: ctx.remoteAddress }
  await recordEvent(asAccount({ db: ctx.db }, account!), event)
}
