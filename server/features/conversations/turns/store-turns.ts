// SQL for turns: the queue of a conversation, claims, and answers.
import { sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { changesOne, firstRow, hasRows } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Conversation, FunctionCall, TurnKey } from '../conversation/conversation.ts'

/** A claim expires if it is not renewed for this long, because its process has died. */
const claimMs = 30_000
/** The time that the next turn has to claim its place at the head of the queue. */
const graceMs = 5_000

export interface NewTurn {
  /** The customer's message; undefined to answer messages that were recorded before. */
  text: string | undefined
  processId: string
  requestKey: string | undefined
}

export interface AcceptedTurn {
  turn: number
  aiEnabled: boolean
  /** The turn is at the head of the queue. */
  isFirst: boolean
  /** The conversation was not open before. */
  hasOpened: boolean
  acceptedAt: Timestamp
}

/** The row lock orders the turns of all processes. While an agent has taken over, turns are not queued. */
export function insertTurn(
  db: Db,
  accountId: number,
  conversationId: number,
  { text, processId, requestKey }: NewTurn,
): Promise<AcceptedTurn | undefined> {
  return firstRow<AcceptedTurn>(db)`
    with c as (
      update conversations set
        turns = turns + 1,
        turn_line = case when ai_enabled then turn_line || (turns + 1) else turn_line end,
        turn_processes = case when ai_enabled then turn_processes || ${processId}::uuid else turn_processes end,
        turn_until = case when ai_enabled and turn_line = '{}' then ${fromNow(claimMs)} else turn_until end,
        message_count = message_count + ${text === undefined ? 0 : 1}::int,
        last_customer_turn = case when ${text === undefined} then last_customer_turn else turns + 1 end,
        snoozed_until = case when ${text === undefined} then snoozed_until end,
        opened_at = case when status = 'open' then opened_at else app_now() end,
        status = 'open', end_requested = false, ended_at = null, last_activity_at = app_now(), updated_at = app_now()
      where account_id = ${accountId} and id = ${conversationId}
      returning turns, turn_line, ai_enabled, opened_at, updated_at
    ), message as (
      insert into conversation_messages (account_id, conversation_id, turn, part, author, content, state, effect_key,
        created_at)
      select ${accountId}, ${conversationId}, turns, 0, 'customer', ${text ?? null},
        case when ai_enabled then 'pending' else 'done' end, ${requestKey ?? null}, app_now()
      from c where ${text !== undefined}
    )
    select turns as turn, ai_enabled, ai_enabled and turn_line[1] = turns as is_first,
      opened_at = updated_at as has_opened, updated_at as accepted_at
    from c`
}

export interface QueueState {
  head: number | null
  /** The process that answers the head. */
  headProcess: string | null
  isQueued: boolean
  /** The claim of the head has expired. */
  isStale: boolean
}

export async function getQueueState(db: Db, key: TurnKey): Promise<QueueState> {
  return (
    (await firstRow<QueueState>(db)`
    select turn_line[1] as head, turn_processes[1] as head_process, ${key.turn} = any(turn_line) as is_queued,
      coalesce(turn_until < app_now(), true) as is_stale
    from conversations where account_id = ${key.accountId} and id = ${key.conversationId}`) ?? {
      head: null,
      headProcess: null,
      isQueued: false,
      isStale: false,
    }
  )
}

/** Returns false if the turn is no longer at the head of the queue. */
export function renewClaim(db: Db, key: TurnKey): Promise<boolean> {
  return changesOne(db)`
    update conversations set turn_until = ${fromNow(claimMs)}
    where account_id = ${key.accountId} and id = ${key.conversationId} and turn_line[1] = ${key.turn}`
}

/** Removes the head from the queue if its claim has expired or `deadProcess` holds it. Its message becomes failed. */
export async function dropHead(db: Db, head: TurnKey, deadProcess: string | undefined): Promise<void> {
  // Without the effect key, a repeated request is answered again.
  await sql`
    with c as (
      update conversations c set turn_line = turn_line[2:], turn_processes = turn_processes[2:],
        turn_until = ${fromNow(graceMs)}, message_count = message_count - ${pendingCount(head)}
      where account_id = ${head.accountId} and id = ${head.conversationId} and turn_line[1] = ${head.turn}
        and (turn_until < app_now() or turn_processes[1] = ${deadProcess ?? null}::uuid)
      returning 1
    )
    update conversation_messages set state = 'failed', effect_key = null
    where account_id = ${head.accountId} and conversation_id = ${head.conversationId} and turn = ${head.turn}
      and part = 0 and state = 'pending' and exists (select from c)`.execute(db)
}

/** Empties the queue if the claim of its head has expired, unless there is a turn after `turns`. */
export async function dropStaleQueue(
  db: Db,
  { accountId, id, turns }: Pick<Conversation, 'accountId' | 'id' | 'turns'>,
): Promise<void> {
  await sql`
    with c as (
      update conversations c set turn_line = '{}', turn_processes = '{}', turn_until = null, message_count = message_count - (
        select count(*)::int from conversation_messages m where m.account_id = ${accountId}
          and m.conversation_id = ${id} and m.state = 'pending')
      where account_id = ${accountId} and id = ${id} and turns = ${turns} and turn_line <> '{}'
        and turn_until < app_now()
      returning 1
    )
    update conversation_messages set state = 'failed', effect_key = null
    where account_id = ${accountId} and conversation_id = ${id} and state = 'pending'
      and exists (select from c)`.execute(db)
}

export interface NewAnswer {
  /** Undefined for a handover without a message. */
  text: string | undefined
  functionCalls: FunctionCall[]
  /** Null if a rule wrote the text. */
  model: string | null
  rounds: number
  inputTokens: number
  outputTokens: number
  effectKey: string | undefined
  costMicros: number
  /** The assistant has ended the conversation. */
  ends: boolean
  /** The assistant that answers next. */
  assistantId: number
  /** The customer has already read it, so a takeover no longer withholds it. */
  wasStreamed: boolean
  /** The member to whom the conversation is handed over, null for nobody; undefined if the assistant keeps it. */
  memberId: number | null | undefined
}

/** Returns undefined if the turn lost its claim, or an agent took over before the customer read the answer. */
export function insertAnswer(
  db: Db,
  key: TurnKey,
  answer: NewAnswer,
): Promise<{ messageId: number | null } | undefined> {
  const { accountId, conversationId, turn } = key
  const { text, memberId } = answer
  return firstRow<{ messageId: number | null }>(db)`
    with c as (
      update conversations set turn_line = turn_line[2:], turn_processes = turn_processes[2:],
        turn_until = case when cardinality(turn_line) > 1 then ${fromNow(graceMs)} end,
        message_count = message_count + ${text === undefined ? 0 : 1}::int, cost_micros = cost_micros + ${answer.costMicros},
        owner_id = case when ai_enabled and ${memberId !== undefined} then ${memberId ?? null} else owner_id end,
        ai_enabled = ai_enabled and ${memberId === undefined}, failed_answers = 0,
        end_requested = ${answer.ends}, assistant_id = ${answer.assistantId},
        last_activity_at = app_now(), updated_at = app_now()
      where account_id = ${accountId} and id = ${conversationId} and turn_line[1] = ${turn}
        and (ai_enabled or ${answer.wasStreamed})
      returning 1
    ), message as (
      update conversation_messages set state = 'done'
      where account_id = ${accountId} and conversation_id = ${conversationId} and turn = ${turn} and part = 0
        and exists (select from c)
    ), answer as (
      insert into conversation_messages (account_id, conversation_id, turn, part, author, content, function_calls,
        model, rounds, input_tokens, output_tokens, effect_key, created_at)
      select ${accountId}, ${conversationId}, ${turn}, 1, 'assistant', ${text ?? null},
        ${answer.functionCalls.length > 0 ? JSON.stringify(answer.functionCalls) : null}::jsonb, ${answer.model},
        ${answer.rounds}, ${answer.inputTokens}, ${answer.outputTokens}, ${answer.effectKey ?? null}, app_now()
      from c where ${text !== undefined}
      returning id
    )
    select (select id from answer) as message_id from c`
}

/** Removes a turn without an answer from the queue. Returns the creation time of its message if it has one. */
export function closeTurn(
  db: Db,
  key: TurnKey,
  state: 'failed' | 'done',
): Promise<{ createdAt: Timestamp } | undefined> {
  return firstRow<{ createdAt: Timestamp }>(db)`
    with c as (
      update conversations c set turn_line = array_remove(turn_line, ${key.turn}::int),
        turn_processes = turn_processes[:array_position(turn_line, ${key.turn}::int) - 1]
          || turn_processes[array_position(turn_line, ${key.turn}::int) + 1:],
        turn_until = case when turn_line[1] = ${key.turn} then ${fromNow(graceMs)} else turn_until end,
        message_count = message_count - case when ${state === 'failed'} then ${pendingCount(key)} else 0 end
      where account_id = ${key.accountId} and id = ${key.conversationId} and ${key.turn} = any(turn_line)
    ), message as (
      update conversation_messages set state = ${state},
        effect_key = case when ${state === 'failed'} then null else effect_key end
      where account_id = ${key.accountId} and conversation_id = ${key.conversationId} and turn = ${key.turn}
        and part = 0 and state = 'pending'
    )
    select created_at from conversation_messages
    where account_id = ${key.accountId} and conversation_id = ${key.conversationId} and turn = ${key.turn}
      and part = 0`
}

const isMessageOf = (key: TurnKey) => sql`
  account_id = ${key.accountId} and conversation_id = ${key.conversationId} and turn = ${key.turn} and part = 0`

/** Whether the message of the turn is not answered. Locks it until the transaction ends. */
export function isPending(db: Db, key: TurnKey): Promise<boolean> {
  return hasRows(db)`
    select from conversation_messages where ${isMessageOf(key)} and state = 'pending' for update`
}

export async function deleteFailedMessage(db: Db, key: TurnKey): Promise<void> {
  await sql`delete from conversation_messages where ${isMessageOf(key)} and state = 'failed'`.execute(db)
}

const pendingCount = (key: TurnKey) => sql`(
  select count(*)::int from conversation_messages m
  where m.account_id = ${key.accountId} and m.conversation_id = ${key.conversationId} and m.turn = ${key.turn}
    and m.part = 0 and m.state = 'pending')`
