// Changes the roles of members and removes them.
import type { Role } from '#contract/wire/roles.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { announceChange } from './session-lookup.ts'
import { deleteMember, findMember, lockOwners, type MemberRow, updateRole } from './store-members.ts'
import { deleteSessionsInAccount } from './store-sessions.ts'

/** Refuses with `MEMBER_NOT_FOUND` or `LAST_OWNER`. */
export async function changeRole(ctx: AccountContext, userId: number, role: Role): Promise<MemberRow> {
  return transaction(ctx, async (tx) => {
    if (role !== 'owner') await requireOtherOwner(tx, userId)
    if (!(await updateRole(tx.db, tx.account.id, userId, role))) throw new Refusal('MEMBER_NOT_FOUND')
    await announceChange(tx.db, userId)
    await tx.emit('member.role-changed', { accountId: tx.account.id, userId, role })
    return (await findMember(tx.db, tx.account.id, userId))!
  })
}

/** Refuses with `MEMBER_NOT_FOUND` or `LAST_OWNER`. */
export async function removeMember(ctx: AccountContext, userId: number): Promise<void> {
  await transaction(ctx, async (tx) => {
    await requireOtherOwner(tx, userId)
    if (!(await deleteMember(tx.db, tx.account.id, userId))) throw new Refusal('MEMBER_NOT_FOUND')
    await deleteSessionsInAccount(tx.db, userId, tx.account.id)
    await announceChange(tx.db, userId)
  })
}

async function requireOtherOwner(tx: Tx, userId: number): Promise<void> {
  const owners = await lockOwners(tx.db, tx.account.id)
  if (owners.length === 1 && owners[0] === userId) throw new Refusal('LAST_OWNER')
}
