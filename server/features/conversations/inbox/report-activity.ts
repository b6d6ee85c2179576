// Stores which conversation a member has open, and says who else has it open.
import type { EventPayload } from '#contract/events/events.ts'
import { selectMemberNames } from '#server/features/members/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { isForeignKeyViolation } from '#server/platform/database/database.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { eventDataOf } from '../conversation/event-data.ts'
import { findById, findOwn } from '../conversation/store.ts'
import { lockActingMember } from './acting-member.ts'
import { deleteActivity, findActivity, selectActivities, upsertActivity } from './store-activities.ts'

type Activity = EventPayload<'conversation.activity'>['activity']

export interface ActiveMember {
  id: number
  name: string
  isWriting: boolean
}

/** Refuses with `CONVERSATION_NOT_FOUND`. An operator who is not a member is not stored. */
export async function reportActivity(ctx: AccountContext, uuid: string, activity: Activity): Promise<ActiveMember[]> {
  try {
    return await transaction(ctx, async (tx) => {
      const conversation = orRefuse(await findOwn(tx.db, tx.account.id, uuid, 0), 'CONVERSATION_NOT_FOUND')
      const memberId = await lockActingMember(tx)
      if (memberId !== null) await change(tx, conversation, memberId, activity)
      return othersIn(tx, conversation.id, memberId)
    })
  } catch (error) {
    // The conversation was erased in the meantime.
    if (isForeignKeyViolation(error)) throw new Refusal('CONVERSATION_NOT_FOUND')
    throw error
  }
}

/** Announces the change only if there is one, because the same activity is reported every few seconds. */
async function change(tx: Tx, conversation: Conversation, memberId: number, activity: Activity): Promise<void> {
  const { db, account } = tx
  const before = await findActivity(db, account.id, memberId)
  const announce = (of: Conversation, what: Activity) =>
    tx.emit('conversation.activity', { ...eventDataOf(of), memberId, activity: what })
  const wasHere = before?.conversationId === conversation.id
  if (activity === 'left') {
    await deleteActivity(db, account.id, memberId, conversation.id)
    if (wasHere) await announce(conversation, 'left')
    return
  }
  const isWriting = activity === 'writing'
  await upsertActivity(db, account.id, memberId, { conversationId: conversation.id, isWriting })
  if (before && !wasHere) {
    const left = await findById(db, account.id, before.conversationId, 0)
    if (left) await announce(left, 'left')
  }
  if (!(wasHere && before.isWriting === isWriting)) await announce(conversation, activity)
}

async function othersIn({ db, account }: Tx, conversationId: number, memberId: number | null) {
  const present = (await selectActivities(db, account.id, conversationId)).filter(({ userId }) => userId !== memberId)
  const ids = present.map(({ userId }) => userId)
  const names = ids.length === 0 ? undefined : await selectMemberNames(db, account.id, ids)
  return present.map(({ userId: id, isWriting }) => ({ id, name: names?.get(id) ?? '', isWriting }))
}
