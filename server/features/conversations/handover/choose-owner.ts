// Chooses the member to whom a conversation is handed over.
import { rolesOf } from '#contract/wire/roles.ts'
import type { Assistant } from '#server/features/assistants/index.ts'
import { lockMember, lockMembersWithRole } from '#server/features/members/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import type { TurnKey } from '../conversation/conversation.ts'
import { lockAssistants, takeTurnOfMembers } from './store-handover.ts'

/** Null for nobody. Undefined if the assistant no longer owns the conversation. */
export async function chooseOwner(
  tx: Tx,
  { handover }: Pick<Assistant, 'handover'>,
  key: TurnKey,
): Promise<number | null | undefined> {
  const { db, account } = tx
  const to = handover?.to ?? 'nobody'
  if (!(await lockAssistants(db, key))) return undefined
  if (to === 'nobody') return null
  if (to === 'round_robin') {
    const agents = await lockMembersWithRole(db, account.id, ['agent'])
    const members = agents.length > 0 ? agents : await lockMembersWithRole(db, account.id, rolesOf.answer)
    return members.length === 0 ? null : takeTurnOfMembers(db, account.id, members)
  }
  const member = await lockMember(db, account.id, to)
  return member && rolesOf.answer.includes(member.role) ? to : null
}
