// Saves a view of conversations for the member who makes the request.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { lockActingMember } from './acting-member.ts'
import { lockList } from './lock-list.ts'
import { insertView, type View } from './store-views.ts'

/** Refuses with `NOT_A_MEMBER` and `TOO_MANY_VIEWS`. Throws a unique violation for a known name. */
export function createView(ctx: AccountContext, view: Pick<View, 'name' | 'filters'>): Promise<View> {
  return transaction(ctx, async (tx) => {
    const memberId = await lockActingMember(tx)
    if (memberId === null) throw new Refusal('NOT_A_MEMBER')
    await lockList(tx.db, `views of ${memberId}`, tx.account.id)
    return orRefuse(await insertView(tx.db, tx.account.id, memberId, view), 'TOO_MANY_VIEWS')
  })
}
