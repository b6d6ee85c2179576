// Takes one turn: stores the message and holds its price, generates the answer, stores it and settles the price.
import type { Assistant } from '#server/features/assistants/index.ts'
import { hold, settle } from '#server/features/billing/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { onceAvailable } from '#server/platform/database/once-available.ts'
import { unavailableReason } from '#server/platform/database/unavailable.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { Referral } from '#server/ports/carrier.ts'
import { composeAnswer, type RepliedTo } from '../answer/compose-answer.ts'
import type { Answer } from '../answer/generate-answer.ts'
import type { ConversationWithHistory, FunctionCall, Message, TurnKey } from '../conversation/conversation.ts'
import { scheduleEnd } from '../conversation/end-job.ts'
import { eventDataOf } from '../conversation/event-data.ts'
import { findAssistantOf } from '../conversation/find-assistant-of.ts'
import { findById, promptMessages } from '../conversation/store.ts'
import { findTurnByRequest } from '../conversation/store-messages.ts'
import { addCost } from '../customers/store-customers.ts'
import { describeFiles, findFiles, giveFiles } from '../files/message-files.ts'
import { chooseOwner } from '../handover/choose-owner.ts'
import { containsKeyword } from '../handover/rules.ts'
import { countVisitorTurn, type VisitorTurn } from '../visitors/visitor.ts'
import { abandonTurn, turnRef, withdrawTurn } from './abandon-turn.ts'
import { announceHandover, answerByRule, answerFailureByRule, type RuledAnswer } from './hand-over.ts'
import { type AcceptedTurn, getQueueState, insertAnswer, insertTurn } from './store-turns.ts'
import { keepClaim, waitForTurn, wakeWaitingTurns } from './turn-queue.ts'

export interface TurnRequest {
  conversation: ConversationWithHistory
  /** The assistant that answers; after a transfer, the new one answers instead. */
  assistant: Assistant
  /** The customer's message; undefined to answer messages that were recorded before. */
  text: string | undefined
  /** Uploaded files that the message has. Without a text, the message is a short description of them. */
  fileIds?: readonly string[] | undefined
  /** The ad from which the customer began to write. */
  referral?: Referral | undefined
  repliedTo?: RepliedTo | undefined
  priceMicros: number
  /** Set for messages of anonymous visitors. */
  visitor?: VisitorTurn | undefined
  /** Identifies the answer, so that it is generated once: see `reply`. */
  effectKey?: string | undefined
  /** Identifies the request with the message, so that it is answered once: see `resumeTurn`. */
  requestKey?: string | undefined
  /** Called for each part of the answer while it is generated. */
  delta?: ((text: string) => void) | undefined
}

export interface TurnAnswer {
  messageId: number
  /** Differs from the request's key if an existing answer has already answered all messages. */
  effectKey: string | undefined
  text: string
  functionCalls: FunctionCall[]
  /** The conversation was handed over, so the assistant does not answer the next message. */
  handedOver: boolean
}

/**
 * Returns undefined if an agent has taken over: the message is kept and nothing is charged. Refuses with
 * `INSUFFICIENT_BALANCE` and `TOO_MANY_REQUESTS` before anything is stored, and with `MESSAGE_FAILED` if no answer could
 * be generated: then nothing is charged and the message does not count. The turn continues if the caller disconnects,
 * because the customer can read the answer later.
 */
export async function takeTurn(ctx: AccountContext, request: TurnRequest): Promise<TurnAnswer | undefined> {
  const { conversation } = request
  const accepted = await acceptOrWithdraw(ctx, request)
  if (!accepted.aiEnabled) return undefined
  const key = { accountId: conversation.accountId, conversationId: conversation.id, turn: accepted.turn }
  let turn = request
  try {
    const current = await waitAndReload(ctx, request, accepted, key)
    const existing = request.text === undefined ? findExistingAnswer(current.history) : undefined
    const mayAnswer = current.aiEnabled && !existing
    if (mayAnswer) {
      turn = await resolveAssistant(ctx, request, current)
      const ruled = hasKeyword(turn, current) ? await answerByRule(ctx, turn, key, 'keyword') : undefined
      if (ruled) return turnAnswerOf(ruled, request)
    }
    const answer = mayAnswer ? await answerTurn(ctx, turn, current, key) : undefined
    if (!answer) await abandonTurn(ctx, request, key, 'done')
    return answer ?? (current.aiEnabled ? existing : undefined)
  } catch (error) {
    if (unavailableReason(error)) {
      onceAvailable(ctx, 'a turn could not be ended', async () => {
        await (request.text === undefined ? abandonTurn(ctx, request, key, 'failed') : withdrawTurn(ctx, request, key))
        wakeWaitingTurns(key)
      })
      throw error
    }
    const ruled = error instanceof OutsideError ? await answerFailureByRule(ctx, turn, key) : undefined
    if (ruled) return turnAnswerOf(ruled, request)
    await abandonTurn(ctx, request, key, 'failed')
    if (!(error instanceof OutsideError)) throw error
    const { code: failure, message: reason } = error
    ctx.log.warn({ conversation: conversation.id, failure, reason }, 'a message was not answered')
    // Visitors do not get the reason.
    throw new Refusal('MESSAGE_FAILED', request.visitor ? undefined : `Failed to process message: ${reason}`)
  } finally {
    wakeWaitingTurns(key)
  }
}

/** The customer's unanswered messages contain a keyword of the assistant's rules. */
function hasKeyword({ text, assistant }: TurnRequest, { history }: ConversationWithHistory): boolean {
  const keywords = assistant.handover?.keywords ?? []
  if (keywords.length === 0) return false
  const lastOther = history.findLastIndex(({ author }) => author !== 'customer')
  const texts = text === undefined ? history.slice(lastOther + 1).map(({ content }) => content) : [text]
  return containsKeyword(texts, keywords)
}

function turnAnswerOf({ message, handedOver }: RuledAnswer, { effectKey }: TurnRequest): TurnAnswer | undefined {
  return message && { messageId: message.id, effectKey, text: message.text, functionCalls: [], handedOver }
}

/**
 * If the response to the commit is lost, the turn may be stored. A request with a key finds it when it is repeated; that of
 * a request without one is withdrawn.
 */
async function acceptOrWithdraw(ctx: AccountContext, request: TurnRequest): Promise<AcceptedTurn> {
  const { conversation, text, requestKey } = request
  if (requestKey !== undefined || text === undefined) return accept(ctx, request, requestKey)
  const ownKey = ctx.newId()
  try {
    return await accept(ctx, request, ownKey)
  } catch (error) {
    if (unavailableReason(error))
      onceAvailable(ctx, 'a turn could not be withdrawn', async () => {
        const { accountId, id: conversationId } = conversation
        const stored = await findTurnByRequest(ctx.db, accountId, conversationId, ownKey)
        if (stored) await withdrawTurn(ctx, request, { accountId, conversationId, turn: stored.turn })
      })
    throw error
  }
}

function accept(ctx: AccountContext, request: TurnRequest, requestKey: string | undefined): Promise<AcceptedTurn> {
  const { conversation, assistant, text, fileIds = [], priceMicros, visitor } = request
  return transaction(ctx, async (tx) => {
    const files = await findFiles(tx, conversation, fileIds)
    const turn = { text: text === '' ? describeFiles(files) : text, processId: tx.processId, requestKey }
    const accepted = await insertTurn(tx.db, conversation.accountId, conversation.id, turn)
    if (!accepted) throw new Refusal('CONVERSATION_NOT_FOUND')
    await giveFiles(tx, { conversation, turn: accepted.turn }, files)
    if (text !== undefined)
      await tx.emit('conversation.message', { ...eventDataOf(conversation), messageId: null, author: 'customer' })
    if (accepted.hasOpened) await scheduleEnd(tx, conversation, assistant.conversationInactivityTimeoutMinutes)
    if (!accepted.aiEnabled) return accepted
    if (visitor) await countVisitorTurn(tx, visitor, { turn: accepted.turn, now: toDate(accepted.acceptedAt) })
    if (priceMicros > 0) await hold(tx, { ref: turnRef(conversation, accepted.turn), amountMicros: priceMicros })
    return accepted
  })
}

/** Waits for earlier turns, and reads the conversation again unless nothing has happened since it was read. */
async function waitAndReload(
  ctx: AccountContext,
  { conversation, text }: TurnRequest,
  accepted: AcceptedTurn,
  key: TurnKey,
): Promise<ConversationWithHistory> {
  const isCurrent = conversation.turnQueue.length === 0 && accepted.turn === conversation.turns + 1
  if (accepted.isFirst && isCurrent) {
    const openedAt = accepted.hasOpened ? accepted.acceptedAt : conversation.openedAt
    return { ...conversation, openedAt, aiEnabled: true }
  }
  if (!accepted.isFirst && !(await waitForTurn(ctx, key))) throw lostTurn()
  const current = await findById(ctx.db, key.accountId, key.conversationId, promptMessages)
  if (!current) throw lostTurn()
  // Without a text of its own, a turn answers exactly the messages before it. Later ones belong to the next answer.
  const isAnswered = ({ turn }: Message) => text !== undefined || turn < key.turn
  return { ...current, history: current.history.filter(isAnswered) }
}

/** Replaces the assistant after a transfer, unless the new one was deleted. */
async function resolveAssistant(
  ctx: AccountContext,
  request: TurnRequest,
  current: ConversationWithHistory,
): Promise<TurnRequest> {
  if (current.assistantId === null || current.assistantId === request.assistant.id) return request
  const assistant = await findAssistantOf(ctx.db, current)
  return assistant ? { ...request, assistant } : request
}

/** Finds the answer of an earlier turn to the latest message. */
function findExistingAnswer(history: readonly Message[]): TurnAnswer | undefined {
  const answer = history.findLast(
    ({ author, effectKey, state }) => author === 'assistant' && effectKey !== null && state === 'done',
  )
  const message = history.findLast(({ author }) => author === 'customer')
  if (!answer || !message || answer.turn < message.turn) return undefined
  const { id: messageId, content: text, functionCalls, effectKey } = answer
  return { messageId, text, functionCalls: functionCalls ?? [], effectKey: effectKey!, handedOver: false }
}

/** Returns undefined if an agent took over before the customer read any part of the answer. */
async function answerTurn(
  ctx: AccountContext,
  request: TurnRequest,
  conversation: ConversationWithHistory,
  key: TurnKey,
): Promise<TurnAnswer | undefined> {
  using claim = keepClaim(ctx, key)
  let wasStreamed = false
  const delta = request.delta
  const answer = await composeAnswer(ctx, {
    assistant: request.assistant,
    conversation,
    text: request.text,
    turn: key.turn,
    referral: request.referral,
    repliedTo: request.repliedTo,
    effectKey: request.effectKey ?? request.requestKey ?? turnRef(conversation, key.turn),
    signal: claim.signal,
    delta:
      delta &&
      ((text) => {
        wasStreamed = true
        delta(text)
      }),
  })
  const messageId = await storeAnswer(ctx, request, key, answer, wasStreamed)
  const { text, functionCalls, handsOver } = answer
  if (messageId !== undefined)
    return { messageId, text, functionCalls, effectKey: request.effectKey, handedOver: handsOver }
  if ((await getQueueState(ctx.db, key)).head === key.turn) return undefined
  throw lostTurn()
}

function storeAnswer(
  ctx: AccountContext,
  request: TurnRequest,
  key: TurnKey,
  answer: Answer,
  wasStreamed: boolean,
): Promise<number | undefined> {
  const { conversation, assistant, priceMicros, effectKey } = request
  return transaction(ctx, async (tx) => {
    const memberId = answer.handsOver ? await chooseOwner(tx, assistant, key) : undefined
    const stored = await insertAnswer(tx.db, key, {
      ...answer,
      model: `${answer.model.vendor}/${answer.model.code}`,
      effectKey,
      costMicros: priceMicros,
      assistantId: (answer.transfersTo ?? assistant).id,
      wasStreamed,
      memberId,
    })
    if (!stored) return undefined
    if (priceMicros > 0) {
      // Conversations of other types are free, or their messages are charged when they are sent.
      const channel = conversation.type === 'api' ? 'api' : 'widget'
      const paidMicros = await settle(tx, {
        kind: `${channel}-message`,
        ref: turnRef(conversation, key.turn),
        amountMicros: priceMicros,
        purpose: { channel, assistantId: request.assistant.id, conversationId: key.conversationId, messages: 1 },
      })
      if (paidMicros < priceMicros)
        await addCost(tx.db, key.accountId, { ...key, costMicros: paidMicros - priceMicros })
    }
    const { messageId } = stored
    await tx.emit('conversation.message', { ...eventDataOf(conversation), messageId, author: 'assistant' })
    if (answer.ends) await scheduleEnd(tx, conversation, 0)
    if (memberId !== undefined) await announceHandover(tx, conversation, 'request', memberId)
    return messageId!
  })
}

function lostTurn(): OutsideError {
  return new OutsideError('turn_lost', 'The answer took too long.', { retryable: true })
}
