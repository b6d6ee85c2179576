// Starts a conversation at a public endpoint.

import {
  type Assistant,
  type ChangedFields,
  findAssistant,
  findAssistantByUuid,
  pickSettings,
  trySettings,
} from '#server/features/assistants/index.ts'
import { canPay } from '#server/features/billing/index.ts'
import { type AccountContext, asAccount, type PublicContext } from '#server/platform/context/context.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { renderTemplate } from '#server/platform/text/render-template.ts'
import { isUuid } from '#server/platform/text/uuid.ts'
import { countVisitorRequest } from '#server/platform/visitor-requests.ts'
import { resolveVariables, selectAcceptedVariables } from './answer/template-variables.ts'
import type { Message } from './conversation/conversation.ts'
import { findAssistantOf, withTried } from './conversation/find-assistant-of.ts'
import { openConversation } from './conversation/open-conversation.ts'
import { findByUuid } from './conversation/store.ts'
import { isOpenToVisitors, isOwner, type PublicType, publicPriceMicros } from './visitors/visitor.ts'
import { type Abilities, abilitiesOf } from './visitors/visitor-calls.ts'

export interface StartInput {
  /** A UUID, or the integer id of one of the caller's own assistants. */
  assistantId: string | number
  type: PublicType
  variables: Record<string, string>
  /** Settings to try instead of the saved ones, only for the type `test`. */
  changedSettings?: ChangedFields | undefined
}

export interface Started extends Abilities {
  uuid: string
  history: Pick<Message, 'author' | 'content'>[]
}

/**
 * Refuses with `ASSISTANT_NOT_FOUND`, `INSUFFICIENT_BALANCE`, `FORBIDDEN` for changed settings and, for visitors,
 * `TOO_MANY_REQUESTS`. The key of an idempotent operation becomes the conversation's UUID, so that there is only one.
 */
export async function startConversation(
  ctx: PublicContext,
  input: StartInput,
  operation?: IdempotentOperation,
): Promise<Started> {
  const startedBefore = operation?.isResumed ? await findStarted(ctx, operation.key) : undefined
  if (startedBefore) return startedBefore
  const saved = await findAssistantById(ctx, input.assistantId)
  if (!saved) throw new Refusal('ASSISTANT_NOT_FOUND')
  const fromVisitor = !isOwner(ctx, saved.accountId)
  if (fromVisitor) {
    if (!isOpenToVisitors(saved, ctx.origin)) throw new Refusal('ASSISTANT_NOT_FOUND')
    if (input.changedSettings) throw new Refusal('FORBIDDEN')
    if (ctx.account) await countVisitorRequest(ctx, 'conversation')
  }
  const tried = fromVisitor ? saved : await trySettings(asOwner(ctx), saved, input.changedSettings)
  const assistant = tried === saved ? saved : withTried(saved, pickSettings(tried))
  const priceMicros = publicPriceMicros(ctx.settings.prices, input.type)
  if (!(await canPay(ctx.db, assistant.accountId, priceMicros))) throw new Refusal('INSUFFICIENT_BALANCE')

  const uuid = operation?.key ?? ctx.newId()
  const variables = selectAcceptedVariables(assistant, input.variables, fromVisitor)
  const greeting = greetingOf(assistant, variables, fromVisitor, ctx.now())
  const isNew = await openConversation(ctx, assistant.accountId, {
    uuid,
    assistantId: assistant.id,
    type: input.type,
    variables,
    variablesFromVisitor: fromVisitor,
    greeting,
    triedSettings: assistant === saved ? undefined : { assistantId: saved.id, settings: pickSettings(assistant) },
  })
  if (!isNew) return (await findStarted(ctx, uuid))!
  const history = greeting === undefined ? [] : [{ author: 'assistant' as const, content: greeting }]
  return { uuid, history, ...abilitiesOf(ctx, assistant) }
}

async function findAssistantById({ db, account }: PublicContext, id: string | number): Promise<Assistant | undefined> {
  if (typeof id === 'number') return account && findAssistant(db, account.id, id)
  return isUuid(id.toLowerCase()) ? findAssistantByUuid(db, id) : undefined
}

const asOwner = (ctx: PublicContext): AccountContext => asAccount(ctx, ctx.account!)

async function findStarted(ctx: PublicContext, uuid: string): Promise<Started | undefined> {
  // Its only message is the greeting, because the caller does not have the UUID yet.
  const conversation = await findByUuid(ctx.db, uuid, 1)
  if (!conversation) return undefined
  return { uuid, history: conversation.history, ...abilitiesOf(ctx, await findAssistantOf(ctx.db, conversation)) }
}

function greetingOf(
  assistant: Assistant,
  variables: Record<string, string>,
  variablesFromVisitor: boolean,
  now: Date,
): string | undefined {
  const conversation = { variables, variablesFromVisitor, customerName: null, customerPhone: null }
  const { values } = resolveVariables(assistant, conversation, now)
  return renderTemplate(assistant.initialMessage ?? '', values).trim() || undefined
}
