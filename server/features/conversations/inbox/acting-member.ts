// The member of the account who makes a request.
import { rolesOf } from '#contract/wire/roles.ts'
import { lockMember } from '#server/features/members/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { invalidSelection } from '#server/platform/refusal.ts'

/** Null for an API key, and for an operator who is not a member. The membership cannot end before the transaction does. */
export async function lockActingMember({ db, account, actor }: Tx): Promise<number | null> {
  if (actor?.kind !== 'member') return null
  return (await lockMember(db, account.id, actor.id)) ? actor.id : null
}

/** Throws `InvalidInput` for `owner` unless the user is a member who may answer conversations. */
export async function lockAnsweringMember({ db, account }: Tx, userId: number): Promise<number> {
  const member = await lockMember(db, account.id, userId)
  if (!member || !rolesOf.answer.includes(member.role)) throw invalidSelection('owner')
  return userId
}
