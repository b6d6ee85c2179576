// SQL for conversations.
import { type RawBuilder, sql } from 'kysely'
import { variableLimits } from '#contract/wire/fields.ts'
import type { Db } from '#server/platform/database/database.ts'
import { changesOne, firstRow, firstValue } from '#server/platform/database/statements.ts'
import type {
  Conversation,
  ConversationType,
  ConversationWithHistory,
  Extracted,
  TriedSettings,
} from './conversation.ts'

/** For the alias `c`. */
export const conversationColumns = sql`
  c.account_id, c.id, c.uuid, c.assistant_id, c.type, c.customer_identifier, c.customer_phone, c.customer_name,
  c.variables, c.variables_from_visitor, c.unverified_variables, c.ai_enabled, c.owner_id,
  case when c.snoozed_until > app_now() then c.snoozed_until end as snoozed_until,
  c.status, c.end_requested, c.turns, c.turn_line as turn_queue,
  c.turn_until, c.message_count, c.file_count, c.cost_micros, c.times_ended, c.extracted_variables, c.last_activity_at, c.opened_at,
  c.ended_at, c.created_at, c.updated_at`

/** The position of a message in its conversation. */
export interface HistoryCursor {
  turn: number
  part: number
}

/** The latest `limit` messages, before the cursor if there is one; includes failed ones. */
const history = (limit: number, before?: HistoryCursor) => sql`(
  select coalesce(json_agg(json_build_object(
    'id', m.id, 'turn', m.turn, 'part', m.part, 'author', m.author, 'content', m.content, 'state', m.state,
    'functionCalls', m.function_calls, 'effectKey', m.effect_key,
    'fault', case when m.error_code is not null then json_build_object('code', m.error_code, 'message', m.error_message) end,
    'createdAt', m.created_at::text) order by m.turn, m.part), '[]')
  from (
    select * from conversation_messages m
    where m.account_id = c.account_id and m.conversation_id = c.id
      ${before ? sql`and (m.turn, m.part) < (${before.turn}, ${before.part})` : sql``}
    order by m.turn desc, m.part desc limit ${limit}) m) as history`

/** The number of messages that a prompt can contain. */
export const promptMessages = 80
/** The number of messages that an evaluation reads. */
export const allMessages = 2000

type FoundConversation = Promise<ConversationWithHistory | undefined>

/** The conversation of any account, for public endpoints. */
export function findConversationId(db: Db, accountId: number, uuid: string): Promise<number | undefined> {
  return firstValue<number>(db)`
    select id from conversations where account_id = ${accountId} and uuid = ${uuid}`
}

export const findByUuid = (db: Db, uuid: string, limit: number, before?: HistoryCursor): FoundConversation =>
  findOne(db, sql`c.uuid = ${uuid}`, limit, before)

export const findOwn = (
  db: Db,
  accountId: number,
  uuid: string,
  limit: number,
  before?: HistoryCursor,
): FoundConversation => findOne(db, sql`c.uuid = ${uuid} and c.account_id = ${accountId}`, limit, before)

export const findById = (db: Db, accountId: number, id: number, limit: number): FoundConversation =>
  findOne(db, sql`c.account_id = ${accountId} and c.id = ${id}`, limit)

export function findByCustomer(
  db: Db,
  accountId: number,
  type: ConversationType,
  customerKey: string,
): FoundConversation {
  const condition = sql`c.account_id = ${accountId} and c.type = ${type} and c.customer_key = ${customerKey}`
  return findOne(db, condition, promptMessages)
}

function findOne(db: Db, condition: RawBuilder<unknown>, limit: number, before?: HistoryCursor): FoundConversation {
  return firstRow<ConversationWithHistory>(db)`
    select ${conversationColumns}, ${history(limit, before)} from conversations c where ${condition}`
}

export interface NewConversation {
  uuid: string
  assistantId: number
  type: ConversationType
  customer?: { key: string; identifier?: string; phone?: string; name?: string }
  variables: Record<string, string>
  variablesFromVisitor: boolean
  /** The names of those that are no addresses of the customer; see `CustomerOfChannel`. */
  unverifiedVariables?: readonly string[]
  greeting: string | undefined
  /** Only for the type `test`. */
  triedSettings?: TriedSettings | undefined
}

/** Returns undefined if the customer already has a conversation of this type, or the UUID exists. */
export function insertConversation(
  db: Db,
  accountId: number,
  conversation: NewConversation,
): Promise<number | undefined> {
  const { assistantId, customer, greeting, triedSettings } = conversation
  return firstValue<number>(db)`
    with c as (
      insert into conversations (account_id, uuid, assistant_id, type, customer_key,
        customer_identifier, customer_phone, customer_name, variables, variables_from_visitor,
        unverified_variables, tried_settings, message_count, last_activity_at, created_at, updated_at)
      values (${accountId}, ${conversation.uuid}, ${assistantId}, ${conversation.type}, ${customer?.key ?? null}, ${customer?.identifier ?? null}, ${customer?.phone ?? null},
        ${customer?.name ?? null}, ${JSON.stringify(conversation.variables)}, ${conversation.variablesFromVisitor},
        ${conversation.unverifiedVariables ?? []}, ${triedSettings ? JSON.stringify(triedSettings) : null},
        ${greeting === undefined ? 0 : 1}, app_now(), app_now(), app_now())
      on conflict do nothing
      returning account_id, id
    ), greeting as (
      insert into conversation_messages (account_id, conversation_id, turn, part, author, content, created_at)
      select account_id, id, 0, 1, 'assistant', ${greeting ?? null}, app_now() from c where ${greeting !== undefined}
    )
    select id from c`
}

export function findTriedSettings(
  db: Db,
  { accountId, id }: Pick<Conversation, 'accountId' | 'id'>,
): Promise<TriedSettings | null | undefined> {
  return firstValue<TriedSettings | null>(db)`
    select tried_settings from conversations where account_id = ${accountId} and id = ${id}`
}

/** Those of a deleted assistant; its conversations are kept. */
export async function clearTriedSettings(db: Db, accountId: number, assistantId: number): Promise<void> {
  await sql`
    update conversations set tried_settings = null
    where account_id = ${accountId} and type = 'test' and tried_settings ->> 'assistantId' = ${String(assistantId)}`.execute(
    db,
  )
}

/** Changes nothing and returns false if the conversation would have more variables than a request may contain. */
export function mergeVariables(
  db: Db,
  { accountId, id }: Pick<Conversation, 'accountId' | 'id'>,
  variables: Record<string, string>,
  unverified: readonly string[],
): Promise<boolean> {
  const verified = Object.keys(variables).filter((name) => !unverified.includes(name))
  const merged = sql`c.variables || ${JSON.stringify(variables)}::jsonb`
  return changesOne(db)`
    update conversations c set variables = ${merged}, unverified_variables = array(
      select unnest(c.unverified_variables || ${unverified}::text[]) except select unnest(${verified}::text[]))
    where c.account_id = ${accountId} and c.id = ${id} and (
      select count(*) <= ${variableLimits.names}::int
        and coalesce(sum(length(key) + length(value)), 0) <= ${variableLimits.characters}::int
      from jsonb_each_text(${merged}))`
}

/** Returns undefined if there is a turn after `turns`, or the conversation has already ended. */
export function endConversationRow(
  db: Db,
  { accountId, id, turns }: Pick<Conversation, 'accountId' | 'id' | 'turns'>,
  extracted: Extracted | null,
): Promise<Conversation | undefined> {
  return firstRow<Conversation>(db)`
    update conversations c set status = 'ended', end_requested = false, ended_at = app_now(),
      times_ended = times_ended + 1, extracted_variables = ${extracted && JSON.stringify(extracted)},
      updated_at = app_now()
    where account_id = ${accountId} and id = ${id} and status = 'open' and turns = ${turns} and turn_line = '{}'
    returning ${conversationColumns}`
}
