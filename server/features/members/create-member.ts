// Creates members for the command line and for the demo account, and links that sign them in once.
import type { AuditEvent } from '#contract/account/audit.ts'
import type { Role } from '#contract/wire/roles.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { newSecret } from '#server/platform/security/random-secret.ts'
import { recordForAccounts } from './record-event.ts'
import { requireMailAddress } from './require-mail-address.ts'
import { announceChange } from './session-lookup.ts'
import { findMember, insertMember } from './store-members.ts'
import { deleteLinks, deleteSessions, replaceLink } from './store-sessions.ts'
import {
  clearTotp,
  findUserByEmail,
  insertUser,
  setOperator,
  type User,
  updateEmail,
  updatePassword,
} from './store-users.ts'

export interface NewMember {
  email: string
  name: string
  role: Role
  isOperator: boolean
  /** A user with this email may exist, and is reset. */
  canExist?: boolean
}

/**
 * Makes a user a member and returns the id. A user may have registered with the email of another person, so an
 * existing user must sign in by a new link. Refuses with `USER_EXISTS` and, for a member, with `ALREADY_MEMBER`, or throws
 * `InvalidInput`.
 */
export function createMember(ctx: AccountContext, member: NewMember): Promise<number> {
  const { email, name, role, isOperator, canExist = false } = member
  return transaction(ctx, async (tx) => {
    requireMailAddress(email)
    const created = await insertUser(tx.db, { email, name, passwordHash: null, isOperator })
    const user = created ?? (await findUserByEmail(tx.db, email))!
    if (!created) {
      if (await findMember(tx.db, tx.account.id, user.id)) throw new Refusal('ALREADY_MEMBER')
      if (!canExist) throw new Refusal('USER_EXISTS')
      await forgetCredentials(tx.db, user.id)
      if (isOperator) await setOperator(tx.db, user.id, true)
    }
    await insertMember(tx.db, tx.account.id, user.id, role)
    await announceChange(tx.db, user.id)
    await recordForAccounts(tx, user, { actor: undefined, action: 'members.created' })
    return user.id
  })
}

/** Returns the id of the user, who keeps everything if they are a member already. */
export async function ensureMember(ctx: AccountContext, member: NewMember): Promise<number> {
  const user = await findUserByEmail(ctx.db, member.email)
  if (user && (await findMember(ctx.db, ctx.account.id, user.id))) return user.id
  return createMember(ctx, { ...member, canExist: true })
}

/** Returns undefined if the user does not exist. Takes the password, the authenticator app and all sessions away. */
export async function resetUser(context: AppContext, email: string): Promise<User | undefined> {
  return changeUser(context, email, 'members.reset', (db, userId) => forgetCredentials(db, userId))
}

/** Returns undefined if the user does not exist. Ends the sessions. */
export async function changeOperator(
  context: AppContext,
  email: string,
  isOperator: boolean,
): Promise<User | undefined> {
  const action = isOperator ? 'operators.granted' : 'operators.revoked'
  return changeUser(context, email, action, async (db, userId) => {
    await setOperator(db, userId, isOperator)
    await deleteSessions(db, userId)
  })
}

/**
 * For the command line. Refuses with `EMAIL_TAKEN`, or throws `InvalidInput`. Returns undefined if the user does not exist.
 */
export async function changeEmail(context: AppContext, email: string, newEmail: string): Promise<User | undefined> {
  requireMailAddress(newEmail)
  return changeUser(context, email, 'members.emailChanged', async (db, userId) => {
    if (!(await updateEmail(db, userId, newEmail))) throw new Refusal('EMAIL_TAKEN')
    await deleteLinks(db, userId)
  })
}

function changeUser(
  context: AppContext,
  email: string,
  action: AuditEvent,
  change: (db: DbTransaction, userId: number) => Promise<void>,
): Promise<User | undefined> {
  return transaction(context, async (tx) => {
    const user = await findUserByEmail(tx.db, email)
    if (!user) return undefined
    await change(tx.db, user.id)
    await announceChange(tx.db, user.id)
    await recordForAccounts(tx, user, { actor: undefined, action })
    return user
  })
}

async function forgetCredentials(db: DbTransaction, userId: number): Promise<void> {
  await updatePassword(db, userId, null)
  await clearTotp(db, userId)
  await deleteSessions(db, userId)
  await deleteLinks(db, userId)
}

const signInLinkMs = 24 * 60 * 60_000

/** Replaces an earlier link of the user. The link works once, within a day. */
export async function createSignInLink(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  userId: number,
): Promise<string> {
  const { secret, sha256 } = newSecret()
  await replaceLink(db, userId, { purpose: 'sign-in', secretSha256: sha256, validMs: signInLinkMs })
  return `${settings.publicUrl}/sign-in#token=${secret}`
}
