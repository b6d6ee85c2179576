// SQL for the owner of a conversation: the assistant, a member, or nobody.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { firstRow } from '#server/platform/database/statements.ts'
import type { Conversation } from './conversation.ts'

export interface NewOwner {
  /** The assistant becomes the owner. */
  aiEnabled: boolean
  /** The member who becomes the owner. */
  memberId: number | null
}

type ChangedConversation = Pick<Conversation, 'accountId' | 'id' | 'uuid' | 'assistantId' | 'aiEnabled' | 'ownerId'>

/** Whether the conversation can be taken: by this member, or with null by an API key, which takes any. */
export const isFreeFor = (memberId: number | null, takeOver: boolean): RawBuilder<boolean> =>
  sql`(${memberId}::bigint is null or ${takeOver} or owner_id is null or owner_id = ${memberId})`

/** Returns undefined if another member owns the conversation, or if there is none. */
export function updateOwner(
  db: Db,
  accountId: number,
  uuid: string,
  { owner, actorId, takeOver }: { owner: NewOwner; actorId: number | null; takeOver: boolean },
): Promise<ChangedConversation | undefined> {
  const { aiEnabled, memberId } = owner
  return firstRow<ChangedConversation>(db)`
    update conversations set ai_enabled = ${aiEnabled}, owner_id = ${memberId}, failed_answers = 0,
      updated_at = case when ai_enabled = ${aiEnabled} and owner_id is not distinct from ${memberId}
        then updated_at else app_now() end
    where account_id = ${accountId} and uuid = ${uuid} and ${isFreeFor(actorId, takeOver)}
    returning account_id, id, uuid, assistant_id, ai_enabled, owner_id`
}

/** A conversation of a member keeps its owner. */
export function disableAi(
  db: Db,
  accountId: number,
  uuid: string,
  memberId: number | null,
): Promise<ChangedConversation | undefined> {
  return firstRow<ChangedConversation>(db)`
    update conversations set ai_enabled = false, owner_id = coalesce(owner_id, ${memberId}),
      updated_at = case when ai_enabled or owner_id is distinct from coalesce(owner_id, ${memberId})
        then app_now() else updated_at end
    where account_id = ${accountId} and uuid = ${uuid}
    returning account_id, id, uuid, assistant_id, ai_enabled, owner_id`
}

/** The conversations of the member then belong to nobody. */
export async function releaseConversationsOf(db: Db, accountId: number, memberId: number): Promise<void> {
  await sql`
    update conversations set owner_id = null, updated_at = app_now()
    where account_id = ${accountId} and owner_id = ${memberId}`.execute(db)
}
