// One turn: the message is stored and its price put aside, the assistant answers, the answer is stored and paid.
import { type Assistant, findAssistant } from '#server/features/assistants/index.ts'
import { hold, settle } from '#server/features/billing/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import { composeAnswer, type RepliedTo } from '../answer/compose-answer.ts'
import type { Answer } from '../answer/generate-answer.ts'
import type { ConversationWithHistory, FunctionCall, Message, TurnKey } from '../conversation/conversation.ts'
import { scheduleEnd } from '../conversation/end-job.ts'
import { findById, promptMessages } from '../conversation/store.ts'
import { countVisitorTurn, type VisitorTurn } from '../visitors/visitor.ts'
import { abandonTurn, turnRef } from './close-turn.ts'
import { type AcceptedTurn, insertAnswer, insertTurn, lowerCost, viewQueue } from './store-turns.ts'
import { awaitTurn, keepClaim, wakeQueue } from './turn-queue.ts'

export interface TurnRequest {
  conversation: ConversationWithHistory
  /** Who is asked: whoever the conversation has been handed over to answers in its place. */
  assistant: Assistant
  /** What the customer says; undefined: messages that were recorded before are to be answered. */
  text: string | undefined
  repliedTo?: RepliedTo | undefined
  priceMicros: number
  /** Set when nobody vouches for who speaks. */
  visitor?: VisitorTurn | undefined
  /** Names the effect that the answer belongs to. */
  effectKey?: string | undefined
  /** Names the request that brings the message, so that it is answered once: see `resumeTurn`. */
  requestKey?: string | undefined
  /** Called for each piece of the answer at once. */
  delta?: ((text: string) => void) | undefined
}

export interface TurnAnswer {
  messageId: number
  /** The effect that it belongs to: not the request's when an answer stands that has answered everything. */
  effectKey: string | undefined
  text: string
  functionCalls: FunctionCall[]
}

/**
 * Undefined when a person has taken over: the message stands and nothing is charged. Refuses with
 * `INSUFFICIENT_BALANCE` and `TOO_MANY_REQUESTS` before anything is stored, and with `MESSAGE_FAILED` when the
 * assistant has no answer: then nothing is charged and the message does not count. A caller who goes away does not
 * stop the turn: the customer may come back to read the answer.
 */
export async function takeTurn(ctx: AccountContext, request: TurnRequest): Promise<TurnAnswer | undefined> {
  const { conversation } = request
  const accepted = await accept(ctx, request)
  if (!accepted.aiEnabled) return undefined
  const place = { accountId: conversation.accountId, conversationId: conversation.id, turn: accepted.turn }
  try {
    const current = await conversationAtTurn(ctx, request, accepted, place)
    const given = request.text === undefined ? answerGiven(current.history) : undefined
    const isToAnswer = current.aiEnabled && !given
    const answer = isToAnswer
      ? await answerTurn(ctx, await resolveAssistant(ctx, request, current), current, place)
      : undefined
    if (!answer) await abandonTurn(ctx, request, place, 'done')
    return answer ?? (current.aiEnabled ? given : undefined)
  } catch (error) {
    await abandonTurn(ctx, request, place, 'failed')
    if (!(error instanceof OutsideError)) throw error
    const { code: failure, message: reason } = error
    ctx.log.warn({ conversation: conversation.id, failure, reason }, 'a message was not answered')
    // The operator's troubles are no news for strangers.
    throw new Refusal('MESSAGE_FAILED', request.visitor ? undefined : `Failed to process message: ${reason}`)
  } finally {
    wakeQueue(place)
  }
}

function accept(ctx: AccountContext, request: TurnRequest): Promise<AcceptedTurn> {
  const { conversation, assistant, text, priceMicros, visitor, requestKey } = request
  return transaction(ctx, async (tx) => {
    const turn = { text, bootId: tx.processId, requestKey }
    const accepted = await insertTurn(tx.db, conversation.accountId, conversation.id, turn)
    if (!accepted) throw new Refusal('CONVERSATION_NOT_FOUND')
    if (accepted.hasOpened) await scheduleEnd(tx, conversation, assistant.conversationInactivityTimeoutMinutes)
    if (!accepted.aiEnabled) return accepted
    if (visitor) await countVisitorTurn(tx, visitor, { turn: accepted.turn, now: toDate(accepted.acceptedAt) })
    if (priceMicros > 0) await hold(tx, { ref: turnRef(conversation, accepted.turn), amountMicros: priceMicros })
    return accepted
  })
}

/** As it was read before, when nothing has happened since; else read anew once the turns before are over. */
async function conversationAtTurn(
  ctx: AccountContext,
  { conversation, text }: TurnRequest,
  accepted: AcceptedTurn,
  place: TurnKey,
): Promise<ConversationWithHistory> {
  const wasQuiet = conversation.turnLine.length === 0 && accepted.turn === conversation.turns + 1
  if (accepted.isFirst && wasQuiet) return { ...conversation, aiEnabled: true }
  if (!accepted.isFirst && !(await awaitTurn(ctx, place))) throw lostTurn()
  const current = await findById(ctx.db, place.accountId, place.conversationId, promptMessages)
  if (!current) throw lostTurn()
  // What was recorded since is for the next answer: an answer has answered what stands before its turn, all and only that.
  const before = ({ turn }: Message) => text !== undefined || turn < place.turn
  return { ...current, history: current.history.filter(before) }
}

/** To the colleague, when the conversation has been handed over to one who is still there. */
async function resolveAssistant(
  ctx: AccountContext,
  request: TurnRequest,
  { assistantId }: ConversationWithHistory,
): Promise<TurnRequest> {
  if (assistantId === null || assistantId === request.assistant.id) return request
  const colleague = await findAssistant(ctx.db, ctx.account.id, assistantId)
  return colleague ? { ...request, assistant: colleague } : request
}

/** The answer to what was recorded, when a turn before has given it. */
function answerGiven(history: readonly Message[]): TurnAnswer | undefined {
  const answer = history.findLast(
    ({ author, effectKey, state }) => author === 'assistant' && effectKey !== null && state === 'done',
  )
  const said = history.findLast(({ author }) => author === 'customer')
  if (!answer || !said || answer.turn < said.turn) return undefined
  const { id: messageId, content: text, functionCalls, effectKey } = answer
  return { messageId, text, functionCalls: functionCalls ?? [], effectKey: effectKey! }
}

/** Undefined when a person has taken over before the customer read a word. */
async function answerTurn(
  ctx: AccountContext,
  request: TurnRequest,
  conversation: ConversationWithHistory,
  place: TurnKey,
): Promise<TurnAnswer | undefined> {
  using claim = keepClaim(ctx, place)
  let wasStreamed = false
  const delta = request.delta
  const answer = await composeAnswer(ctx, {
    assistant: request.assistant,
    conversation,
    text: request.text,
    repliedTo: request.repliedTo,
    effectKey: request.effectKey ?? request.requestKey ?? turnRef(conversation, place.turn),
    signal: claim.signal,
    delta:
      delta &&
      ((text) => {
        wasStreamed = true
        delta(text)
      }),
  })
  const messageId = await finish(ctx, request, place, answer, wasStreamed)
  const { text, functionCalls } = answer
  if (messageId !== undefined) return { messageId, text, functionCalls, effectKey: request.effectKey }
  if ((await viewQueue(ctx.db, place)).isHead) return undefined
  throw lostTurn()
}

function finish(
  ctx: AccountContext,
  request: TurnRequest,
  place: TurnKey,
  answer: Answer,
  wasStreamed: boolean,
): Promise<number | undefined> {
  const { conversation, priceMicros, effectKey } = request
  return transaction(ctx, async (tx) => {
    const stored = await insertAnswer(tx.db, place, {
      ...answer,
      model: `${answer.model.vendor}/${answer.model.code}`,
      effectKey,
      costMicros: priceMicros,
      assistantId: (answer.transfersTo ?? request.assistant).id,
      wasStreamed,
    })
    if (!stored) return undefined
    if (priceMicros > 0) {
      const movement = { kind: `${conversation.type}-message`, ref: turnRef(conversation, place.turn) }
      const paidMicros = await settle(tx, { ...movement, amountMicros: priceMicros })
      if (paidMicros < priceMicros) await lowerCost(tx.db, place, priceMicros - paidMicros)
    }
    if (answer.ends) await scheduleEnd(tx, conversation, 0)
    return stored.messageId
  })
}

function lostTurn(): OutsideError {
  return new OutsideError('turn_lost', 'The answer took too long.', { retryable: true })
}
