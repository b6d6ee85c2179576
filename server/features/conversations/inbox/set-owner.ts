// Changes the owner of a conversation.

import type { EventPayload } from '#contract/events/events.ts'
import { rolesOf } from '#contract/wire/roles.ts'
import { selectMemberNames } from '#server/features/members/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { announceOwner } from '../conversation/event-data.ts'
import { findOwn } from '../conversation/store.ts'
import { disableAi, type NewOwner, releaseConversationsOf, updateOwner } from '../conversation/store-owner.ts'
import { lockActingMember, lockAnsweringMember } from './acting-member.ts'

export interface OwnerInput {
  uuid: string
  /** A number is the id of a member. */
  owner: 'assistant' | 'nobody' | number
  /** Also from another member. */
  takeOver: boolean
}

/** Refuses with `CONVERSATION_NOT_FOUND` and `OWNED_BY_ANOTHER`. Throws `InvalidInput` for a member who may not answer. */
export function setOwner(ctx: AccountContext, { uuid, owner, takeOver }: OwnerInput): Promise<Conversation> {
  return transaction(ctx, async (tx) => {
    const { id: accountId } = tx.account
    if (!(await findOwn(tx.db, accountId, uuid, 0))) throw new Refusal('CONVERSATION_NOT_FOUND')
    const next: NewOwner =
      typeof owner === 'number'
        ? { aiEnabled: false, memberId: await lockAnsweringMember(tx, owner) }
        : { aiEnabled: owner === 'assistant', memberId: null }
    const actorId = await lockActingMember(tx)
    const updated = await updateOwner(tx.db, accountId, uuid, { owner: next, actorId, takeOver })
    const conversation = orRefuse(await findOwn(tx.db, accountId, uuid, 0), 'CONVERSATION_NOT_FOUND')
    if (!updated) throw await ownedByAnother(tx, conversation)
    await announceOwner(tx, updated, updated)
    return conversation
  })
}

/** Refuses with `CONVERSATION_NOT_FOUND`. Takes the conversation from any member. */
export function enableAiReplies(ctx: AccountContext, uuid: string): Promise<void> {
  const owner = { aiEnabled: true, memberId: null }
  return transaction(ctx, async (tx) => {
    const updated = await updateOwner(tx.db, tx.account.id, uuid, { owner, actorId: null, takeOver: true })
    if (!updated) throw new Refusal('CONVERSATION_NOT_FOUND')
    await announceOwner(tx, updated, updated)
  })
}

/** Refuses with `CONVERSATION_NOT_FOUND`. Withholds an answer that the customer has not begun to read. */
export function disableAiReplies(ctx: AccountContext, uuid: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const updated = await disableAi(tx.db, tx.account.id, uuid, await lockActingMember(tx))
    if (!updated) throw new Refusal('CONVERSATION_NOT_FOUND')
    await announceOwner(tx, updated, updated)
  })
}

export async function ownedByAnother(
  { db, account }: Tx,
  { ownerId }: Pick<Conversation, 'ownerId'>,
): Promise<Refusal> {
  const names = ownerId === null ? undefined : await selectMemberNames(db, account.id, [ownerId])
  const name = ownerId === null ? undefined : names?.get(ownerId)
  const message = name === undefined ? undefined : `${name} owns the conversation.`
  return new Refusal('OWNED_BY_ANOTHER', message, { owner: name === undefined ? null : { id: ownerId, name } })
}

/** A member who may no longer answer keeps no conversations. */
export async function releaseOfViewer(
  tx: Tx,
  { accountId, userId, role }: EventPayload<'member.role-changed'>,
): Promise<void> {
  if (!rolesOf.answer.includes(role)) await releaseConversationsOf(tx.db, accountId, userId)
}
