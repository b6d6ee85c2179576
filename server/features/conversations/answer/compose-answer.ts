// Composes the assistant's next answer in a conversation from its prompt, tools and models.

import { isE164 } from '@parley/rules'
import type { Assistant } from '#server/features/assistants/index.ts'
import { factsOfContact } from '#server/features/contacts/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { Referral } from '#server/ports/carrier.ts'
import type { ChatMessage } from '#server/ports/language-model.ts'
import type { ConversationWithHistory, FunctionCall, Message } from '../conversation/conversation.ts'
import { selectContents } from '../conversation/store-messages.ts'
import { loadPromptFiles } from '../files/prompt-files.ts'
import { handOverTool } from '../handover/rules.ts'
import { findPromptPassages, type PromptSearch, promptKnowledgebase, recordOf } from '../knowledge/prompt-passages.ts'
import { addUnderUniqueName, loadTools } from '../tools/load-tools.ts'
import { optOutTool } from '../tools/opt-out-tool.ts'
import type { Customer, Tool } from '../tools/tool.ts'
import { chooseModels } from './choose-models.ts'
import { type Answer, generateAnswer } from './generate-answer.ts'
import { assemblePrompt } from './prompt.ts'
import { resolveVariables } from './template-variables.ts'

/** For the search before an answer, which can also be given without passages. */
const promptSearchMs = 3_000

/** Loads which message each of the customer's messages replies to, as a map of message ids. */
export type RepliedTo = () => Promise<ReadonlyMap<number, number>>

export interface AnswerInput {
  assistant: Assistant
  conversation: ConversationWithHistory
  text: string | undefined
  /** The turn that is answered. */
  turn: number
  referral: Referral | undefined
  repliedTo: RepliedTo | undefined
  effectKey: string
  delta: ((text: string) => void) | undefined
  signal: AbortSignal
}

export async function composeAnswer(ctx: AccountContext, given: AnswerInput): Promise<Answer> {
  const input = { ...given, conversation: await withFacts(ctx, given.conversation) }
  const { assistant, conversation, text, effectKey, delta, signal } = input
  const now = ctx.now()
  const { values, toolValues, visitorNames } = resolveVariables(assistant, conversation, now)
  const [{ model, fallback }, { tools, hasOutsideResults }, quotes, search, files] = await Promise.all([
    chooseModels(ctx, assistant),
    loadTools(ctx, assistant, customerOf(conversation, toolValues)),
    loadQuotes(ctx, input),
    searchForPrompt(ctx, input),
    loadPromptFiles(ctx, conversation, { upTo: input.turn, signal }),
  ])
  const { history } = conversation
  const usesPassages = promptKnowledgebase(assistant) !== undefined
  const isSms = conversation.type === 'sms'
  const about = {
    assistant,
    values,
    now,
    visitorNames,
    history,
    quotes,
    text,
    files,
    turn: input.turn,
    hasOutsideResults,
    isSms,
    referral: input.referral,
    usesPassages,
  }
  const answer = await generateAnswer(ctx, {
    messages: assemblePrompt({ ...about, passages: search?.passages }),
    tools: withTools(tools, [handOverTool(assistant, ctx.now), optOutTool(ctx, conversation)]),
    model,
    fallback,
    temperature: assistant.llmTemperature,
    facts: Object.fromEntries(values),
    effectKey,
    delta,
    signal,
  })
  return search ? { ...answer, functionCalls: [recordOf(search), ...answer.functionCalls] } : answer
}

/** The customer of a channel or of the account is known. A visitor can be anyone. */
async function withFacts(ctx: AccountContext, conversation: ConversationWithHistory): Promise<ConversationWithHistory> {
  const { customerPhone, customerIdentifier, variables, variablesFromVisitor } = conversation
  const address = customerPhone ?? customerIdentifier
  if (address === null || variablesFromVisitor) return conversation
  return { ...conversation, variables: { ...(await factsOfContact(ctx, address)), ...variables } }
}

function withTools(tools: ReadonlyMap<string, Tool>, others: readonly (Tool | undefined)[]): ReadonlyMap<string, Tool> {
  const all = new Map(tools)
  for (const tool of others) if (tool) addUnderUniqueName(all, tool)
  return all
}

async function searchForPrompt(
  ctx: AccountContext,
  { assistant, conversation: { history }, text, signal }: AnswerInput,
): Promise<PromptSearch | undefined> {
  const knowledgebaseId = promptKnowledgebase(assistant)
  if (knowledgebaseId === undefined) return undefined
  const messages = history.flatMap(({ author, content, state }): ChatMessage[] =>
    state === 'done' ? [{ role: author === 'customer' ? 'user' : 'assistant', content }] : [],
  )
  if (text !== undefined) messages.push({ role: 'user', content: text })
  return findPromptPassages(ctx, messages, { knowledgebaseId, limitMs: promptSearchMs, signal })
}

function customerOf(
  { uuid, customerPhone, history, openedAt }: ConversationWithHistory,
  values: ReadonlyMap<string, string>,
): Customer {
  const phone = customerPhone !== null && isE164(customerPhone) ? customerPhone : undefined
  const isOpenSince = ({ createdAt }: Message) => openedAt !== null && toDate(createdAt) >= toDate(openedAt)
  const transfers = history.filter((message) => isOpenSince(message) && message.functionCalls?.some(isTransfer)).length
  return { source: `conversation:${uuid}`, phone, transfers, values: new Map([...values, ['conversation_id', uuid]]) }
}

const isTransfer = ({ name, result }: FunctionCall): boolean =>
  name.startsWith('assistant_transfer') && Object.hasOwn(result ?? {}, 'transferred_to')

/** Returns the contents of the messages that the customer replied to, by the id of the reply. */
async function loadQuotes(
  ctx: AccountContext,
  { conversation: { accountId, id, history }, repliedTo }: AnswerInput,
): Promise<Map<number, string>> {
  const targets = (await repliedTo?.()) ?? new Map<number, number>()
  const quotedIds = history.flatMap((message) => targets.get(message.id) ?? [])
  if (quotedIds.length === 0) return new Map()
  const contents = await selectContents(ctx.db, accountId, id, quotedIds)
  return new Map(
    history.flatMap((message) => {
      const content = contents.get(targets.get(message.id) ?? 0)
      return content === undefined ? [] : [[message.id, content]]
    }),
  )
}
