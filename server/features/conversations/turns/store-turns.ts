// The SQL of turns: who is answered now, who waits, and what came of it.
import { sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { FunctionCall, TurnKey } from '../conversation/conversation.ts'

/** A claim that is not renewed for so long counts as given up: its process has died. */
const claimMs = 30_000
/** What the next turn has to notice that it is first. */
const graceMs = 5_000

export interface NewTurn {
  /** What the customer said; undefined: what was recorded before is to be answered. */
  text: string | undefined
  /** The process that answers it. */
  bootId: string
  /** Of the request that brings the message. */
  requestKey: string | undefined
}

export interface AcceptedTurn {
  turn: number
  aiEnabled: boolean
  /** Nobody is before it in the line. */
  isFirst: boolean
  /** It made the conversation open. */
  hasOpened: boolean
  acceptedAt: Timestamp
}

/** The row's lock puts the turns of all processes in one order; while a person has taken over, none joins the line. */
export async function insertTurn(
  db: Db,
  accountId: number,
  conversationId: number,
  { text, bootId, requestKey }: NewTurn,
): Promise<AcceptedTurn | undefined> {
  const { rows } = await sql<AcceptedTurn>`
    with c as (
      update conversations set
        turns = turns + 1,
        turn_line = case when ai_enabled then turn_line || (turns + 1) else turn_line end,
        turn_processes = case when ai_enabled then turn_processes || ${bootId}::uuid else turn_processes end,
        turn_until = case when ai_enabled and turn_line = '{}' then ${fromNow(claimMs)} else turn_until end,
        message_count = message_count + ${text === undefined ? 0 : 1}::int,
        opened_at = case when status = 'open' then opened_at else app_now() end,
        status = 'open', end_requested = false, ended_at = null, last_activity_at = app_now(), updated_at = app_now()
      where account_id = ${accountId} and id = ${conversationId}
      returning turns, turn_line, ai_enabled, opened_at, updated_at
    ), said as (
      insert into conversation_messages (account_id, conversation_id, turn, part, author, content, state, effect_key,
        created_at)
      select ${accountId}, ${conversationId}, turns, 0, 'customer', ${text ?? null},
        case when ai_enabled then 'pending' else 'done' end, ${requestKey ?? null}, app_now()
      from c where ${text !== undefined}
    )
    select turns as turn, ai_enabled as "aiEnabled", ai_enabled and turn_line[1] = turns as "isFirst",
      opened_at = updated_at as "hasOpened",
      updated_at as "acceptedAt"
    from c`.execute(db)
  return rows[0]
}

export interface QueueView {
  /** The turn whose turn it is. */
  head: number | null
  /** Whose process has it. */
  headProcess: string | null
  isHead: boolean
  isInLine: boolean
  /** The head has not been heard of for too long. */
  isStale: boolean
}

export async function viewQueue(db: Db, place: TurnKey): Promise<QueueView> {
  const { rows } = await sql<QueueView>`
    select turn_line[1] as head, turn_processes[1] as "headProcess", coalesce(turn_line[1] = ${place.turn}, false) as "isHead",
      ${place.turn} = any(turn_line) as "isInLine", coalesce(turn_until < app_now(), true) as "isStale"
    from conversations where account_id = ${place.accountId} and id = ${place.conversationId}`.execute(db)
  return rows[0] ?? { head: null, headProcess: null, isHead: false, isInLine: false, isStale: false }
}

/** False when the turn has been taken out of the line. */
export async function renewClaim(db: Db, place: TurnKey): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update conversations set turn_until = ${fromNow(claimMs)}
    where account_id = ${place.accountId} and id = ${place.conversationId} and turn_line[1] = ${place.turn}`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Takes a head whose claim has expired out of the line, or one of `deadProcess`, whose claim may be good. Its message
 * counts as unanswered.
 */
export async function dropHead(db: Db, head: TurnKey, deadProcess: string | undefined): Promise<void> {
  await sql`
    with c as (
      update conversations c set turn_line = turn_line[2:], turn_processes = turn_processes[2:],
        turn_until = ${fromNow(graceMs)}, message_count = message_count - ${pendingCount(head)}
      where account_id = ${head.accountId} and id = ${head.conversationId} and turn_line[1] = ${head.turn}
        and (turn_until < app_now() or turn_processes[1] = ${deadProcess ?? null}::uuid)
      returning 1
    )
    ${failPending(head)} and exists (select from c)`.execute(db)
}

/** The same for a whole line whose head nobody hears of. */
export async function dropStaleQueue(db: Db, accountId: number, conversationId: number): Promise<void> {
  await sql`
    with c as (
      update conversations c set turn_line = '{}', turn_processes = '{}', turn_until = null, message_count = message_count - (
        select count(*)::int from conversation_messages m where m.account_id = ${accountId}
          and m.conversation_id = ${conversationId} and m.state = 'pending')
      where account_id = ${accountId} and id = ${conversationId} and turn_line <> '{}' and turn_until < app_now()
      returning 1
    )
    update conversation_messages set state = 'failed', effect_key = null
    where account_id = ${accountId} and conversation_id = ${conversationId} and state = 'pending'
      and exists (select from c)`.execute(db)
}

export interface NewAnswer {
  text: string
  functionCalls: FunctionCall[]
  model: string
  rounds: number
  inputTokens: number
  outputTokens: number
  effectKey: string | undefined
  costMicros: number
  /** The assistant said goodbye. */
  ends: boolean
  /** Who answers from now on. */
  assistantId: number
  /** The customer has read it already, so that a takeover comes too late for it. */
  wasStreamed: boolean
}

/** Undefined when the turn has lost its place, or a person has taken over before the customer read the answer. */
export async function insertAnswer(
  db: Db,
  place: TurnKey,
  answer: NewAnswer,
): Promise<{ messageId: number } | undefined> {
  const { accountId, conversationId, turn } = place
  const { rows } = await sql<{ messageId: number }>`
    with c as (
      update conversations set turn_line = turn_line[2:], turn_processes = turn_processes[2:],
        turn_until = case when cardinality(turn_line) > 1 then ${fromNow(graceMs)} end,
        message_count = message_count + 1, cost_micros = cost_micros + ${answer.costMicros},
        end_requested = ${answer.ends}, assistant_id = ${answer.assistantId},
        last_activity_at = app_now(), updated_at = app_now()
      where account_id = ${accountId} and id = ${conversationId} and turn_line[1] = ${turn}
        and (ai_enabled or ${answer.wasStreamed})
      returning 1
    ), said as (
      update conversation_messages set state = 'done'
      where account_id = ${accountId} and conversation_id = ${conversationId} and turn = ${turn} and part = 0
        and exists (select from c)
    )
    insert into conversation_messages (account_id, conversation_id, turn, part, author, content, function_calls, model,
      rounds, input_tokens, output_tokens, effect_key, created_at)
    select ${accountId}, ${conversationId}, ${turn}, 1, 'assistant', ${answer.text},
      ${answer.functionCalls.length > 0 ? JSON.stringify(answer.functionCalls) : null}::jsonb, ${answer.model},
      ${answer.rounds}, ${answer.inputTokens}, ${answer.outputTokens}, ${answer.effectKey ?? null}, app_now()
    from c
    returning id as "messageId"`.execute(db)
  return rows[0]
}

/**
 * Takes a turn out of the line without an answer. `failed`: its message never counted; `done`: it stands, because a
 * person answers it. Returns when its message was said, if it brought one.
 */
export async function closeTurn(
  db: Db,
  place: TurnKey,
  state: 'failed' | 'done',
): Promise<{ saidAt: Timestamp } | undefined> {
  const { rows } = await sql<{ saidAt: Timestamp }>`
    with c as (
      update conversations c set turn_line = array_remove(turn_line, ${place.turn}::int),
        turn_processes = turn_processes[:array_position(turn_line, ${place.turn}::int) - 1]
          || turn_processes[array_position(turn_line, ${place.turn}::int) + 1:],
        turn_until = case when turn_line[1] = ${place.turn} then ${fromNow(graceMs)} else turn_until end,
        message_count = message_count - case when ${state === 'failed'} then ${pendingCount(place)} else 0 end
      where account_id = ${place.accountId} and id = ${place.conversationId} and ${place.turn} = any(turn_line)
    ), said as (
      update conversation_messages set state = ${state},
        effect_key = case when ${state === 'failed'} then null else effect_key end
      where account_id = ${place.accountId} and conversation_id = ${place.conversationId} and turn = ${place.turn}
        and part = 0 and state = 'pending'
    )
    select created_at as "saidAt" from conversation_messages
    where account_id = ${place.accountId} and conversation_id = ${place.conversationId} and turn = ${place.turn}
      and part = 0`.execute(db)
  return rows[0]
}

/** Less than expected was paid. */
export async function lowerCost(db: Db, place: TurnKey, byMicros: number): Promise<void> {
  await sql`
    update conversations set cost_micros = cost_micros - ${byMicros}
    where account_id = ${place.accountId} and id = ${place.conversationId}`.execute(db)
}

const pendingCount = (place: TurnKey) => sql`(
  select count(*)::int from conversation_messages m
  where m.account_id = ${place.accountId} and m.conversation_id = ${place.conversationId} and m.turn = ${place.turn}
    and m.part = 0 and m.state = 'pending')`

/** Its request may come again, and is answered anew. */
const failPending = (place: TurnKey) => sql`
  update conversation_messages set state = 'failed', effect_key = null
  where account_id = ${place.accountId} and conversation_id = ${place.conversationId} and turn = ${place.turn}
    and part = 0 and state = 'pending'`
