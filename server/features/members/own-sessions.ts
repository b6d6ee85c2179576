// What members do with their own sessions: sign out, switch the account, end others.
import { findAccountRow } from '#server/features/accounts/index.ts'
import { recordEvent } from '#server/features/audit/index.ts'
import { asAccount, type MemberContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { announceChange } from './session-lookup.ts'
import { findMember, selectMemberships } from './store-members.ts'
import { deleteSession, moveSession } from './store-sessions.ts'
import { findUser } from './store-users.ts'

/** Refuses with `SESSION_NOT_FOUND`. */
export async function endSession(ctx: MemberContext, sessionId: number): Promise<void> {
  await transaction(ctx, async (tx) => {
    if (!(await deleteSession(tx.db, ctx.actor.id, sessionId))) throw new Refusal('SESSION_NOT_FOUND')
    await announceChange(tx.db, ctx.actor.id)
  })
}

/** Refuses with `ACCOUNT_NOT_FOUND`. The audit log of the account shows that it was entered. */
export async function switchAccount(ctx: MemberContext, accountId: number): Promise<MemberContext> {
  const account = await findAccountRow(ctx.db, accountId)
  const member = account && (await findMember(ctx.db, accountId, ctx.actor.id))
  if (!account || (!member && !ctx.actor.isOperator)) throw new Refusal('ACCOUNT_NOT_FOUND')
  const { id, kind, timeZone, country } = account
  const actor = { ...ctx.actor, role: member?.role ?? 'owner', isVisiting: !member }
  const switched = { ...asAccount(ctx, { id, kind, timeZone, country }), actor }
  await transaction(switched, async (tx) => {
    await moveSession(tx.db, actor.sessionId, accountId)
    await recordEvent(tx, { actor, action: 'session.entered', remoteAddress: ctx.remoteAddress })
    await announceChange(tx.db, actor.id)
  })
  return switched
}

/** The accounts are those of which the user is a member. */
export async function describeSession(ctx: MemberContext) {
  const user = (await findUser(ctx.db, ctx.actor.id))!
  const nameOf = async (accountId: number): Promise<string> => (await findAccountRow(ctx.db, accountId))?.name ?? ''
  // The context can be some seconds old.
  const account = await findAccountRow(ctx.db, ctx.account.id)
  const memberships = await selectMemberships(ctx.db, user.id)
  const accounts = memberships.map(async ({ accountId: id, role }) => ({ id, name: await nameOf(id), role }))
  return {
    user,
    account: { id: ctx.account.id, name: account?.name ?? '', timeZone: account?.timeZone ?? ctx.account.timeZone },
    accounts: (await Promise.all(accounts)).toSorted((a, b) => a.id - b.id),
  }
}
