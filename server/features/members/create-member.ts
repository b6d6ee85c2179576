// Creates members for the command line and for the demo account, and links that sign them in once.
import type { Role } from '#contract/roles.ts'
import { recordEvent } from '#server/features/audit/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { newSecret } from '#server/platform/security/random-secret.ts'
import { announceChange } from './session-lookup.ts'
import { insertMember } from './store-members.ts'
import { replaceLink } from './store-sessions.ts'
import { findUserByEmail, insertUser, makeOperator } from './store-users.ts'

export interface NewMember {
  email: string
  name: string
  role: Role
  isOperator: boolean
}

/** Makes a user a member, and creates the user if necessary. Returns the id of the user. */
export function createMember(ctx: AccountContext, { email, name, role, isOperator }: NewMember): Promise<number> {
  return transaction(ctx, async (tx) => {
    const created = await insertUser(tx.db, { email, name, passwordHash: null, isOperator })
    const user = created ?? (await findUserByEmail(tx.db, email))!
    if (isOperator && !user.isOperator) await makeOperator(tx.db, user.id)
    if (!(await insertMember(tx.db, tx.account.id, user.id, role))) return user.id
    await announceChange(tx.db, user.id)
    await recordEvent(tx, { actor: undefined, action: 'members.created', subject: String(user.id) })
    return user.id
  })
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
