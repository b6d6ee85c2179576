// The labels, saved replies and views of an account. Requests that add to such a list follow each other, so that its limit holds.
import { sql } from 'kysely'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Db } from '#server/platform/database/database.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { renderTemplate } from '#server/platform/text/render-template.ts'
import { resolveVariables } from '../answer/template-variables.ts'
import { findAssistantOf } from '../conversation/find-assistant-of.ts'
import { findOwn } from '../conversation/store.ts'
import { lockActingMember } from './acting-member.ts'
import { findSavedReply } from './store-saved-replies.ts'
import { insertView, type View } from './store-views.ts'

/** Until the transaction ends. A count in the statement that inserts would not see what others have not committed yet. */
export async function lockList(db: Db, list: string, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`list of ${list}`}, ${accountId}))`.execute(db)
}

export const addTo = <R>(ctx: AccountContext, list: string, insert: (tx: Tx) => Promise<R>): Promise<R> =>
  transaction(ctx, async (tx) => {
    await lockList(tx.db, list, tx.account.id)
    return insert(tx)
  })

/** Refuses with `NOT_A_MEMBER` and `TOO_MANY_VIEWS`. Throws a unique violation for a known name. */
export function createView(ctx: AccountContext, view: Pick<View, 'name' | 'filters'>): Promise<View> {
  return transaction(ctx, async (tx) => {
    const memberId = await lockActingMember(tx)
    if (memberId === null) throw new Refusal('NOT_A_MEMBER')
    await lockList(tx.db, `views of ${memberId}`, tx.account.id)
    return orRefuse(await insertView(tx.db, tx.account.id, memberId, view), 'TOO_MANY_VIEWS')
  })
}

/** Refuses with `CONVERSATION_NOT_FOUND` and `SAVED_REPLY_NOT_FOUND`. */
export async function fillSavedReply(ctx: AccountContext, uuid: string, id: number): Promise<string> {
  const { db, account, actor } = ctx
  const conversation = orRefuse(await findOwn(db, account.id, uuid, 0), 'CONVERSATION_NOT_FOUND')
  const reply = orRefuse(await findSavedReply(db, account.id, id), 'SAVED_REPLY_NOT_FOUND')
  const { customerName, customerPhone, variables } = conversation
  const assistant = await findAssistantOf(db, conversation)
  const values = assistant
    ? resolveVariables(assistant, conversation, ctx.now()).values
    : new Map([
        ['customer_name', customerName ?? ''],
        ['customer_phone', customerPhone ?? ''],
        ...Object.entries(variables),
      ])
  return renderTemplate(reply.text, new Map([...values, ['agent_name', actor?.name ?? '']]))
}
