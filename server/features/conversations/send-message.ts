// Answers a message to a public endpoint.
import { actFor } from '#server/features/accounts/index.ts'
import { type AccountContext, asAccount, type PublicContext } from '#server/platform/context/context.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countVisitorRequest } from '#server/platform/visitor-requests.ts'
import { findAssistantOf } from './conversation/find-assistant-of.ts'
import { findByUuid, promptMessages } from './conversation/store.ts'
import { resumeTurn } from './turns/resume-turn.ts'
import { takeTurn } from './turns/take-turn.ts'
import { isOpenToVisitors, isOwner, isPublic, publicPriceMicros, visitorTurn } from './visitors/visitor.ts'

export interface SendInput {
  uuid: string
  /** Empty for a message with files only. */
  message: string
  fileIds: readonly string[] | undefined
  delta: ((text: string) => void) | undefined
  operation: IdempotentOperation | undefined
}

/** Without an answer while an agent has taken over. `isOwner`: the caller belongs to the account of the conversation. */
export async function sendMessage(ctx: PublicContext, { uuid, message, fileIds, delta, operation }: SendInput) {
  const conversation = await findByUuid(ctx.db, uuid, promptMessages)
  if (!conversation || !isPublic(conversation.type)) throw new Refusal('CONVERSATION_NOT_FOUND')
  const { accountId, type } = conversation
  const fromVisitor = !isOwner(ctx, accountId)
  if (fromVisitor && ctx.account) await countVisitorRequest(ctx, 'message')

  const [owner, assistant] = await Promise.all([ownerContext(ctx, accountId), findAssistantOf(ctx.db, conversation)])
  if (!owner || !assistant) throw new Refusal('ASSISTANT_NOT_FOUND')
  const priceMicros = publicPriceMicros(ctx.settings.prices, type)
  const visitor = fromVisitor ? visitorTurn(ctx, assistant, type, priceMicros) : undefined
  const turn = {
    conversation,
    assistant,
    text: message,
    fileIds,
    priceMicros,
    visitor,
    delta,
    requestKey: operation?.key,
  }
  const resumed = operation?.isResumed ? await resumeTurn(owner, turn, operation.key) : undefined
  if (resumed) return { answer: resumed.answer, isOwner: !fromVisitor }
  if (fromVisitor && !isOpenToVisitors(assistant, ctx.origin)) throw new Refusal('ASSISTANT_NOT_FOUND')
  return { answer: await takeTurn(owner, turn), isOwner: !fromVisitor }
}

async function ownerContext(ctx: PublicContext, accountId: number): Promise<AccountContext | undefined> {
  return ctx.account?.id === accountId ? asAccount(ctx, ctx.account) : actFor(ctx, accountId)
}
