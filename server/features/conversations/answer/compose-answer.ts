// From a conversation to the assistant's next words: prompt, tools, models.
import type { Assistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { ConversationWithHistory } from '../conversation/conversation.ts'
import { selectContents } from '../conversation/store-messages.ts'
import { openToolBox } from '../tools/toolbox.ts'
import { chooseModels } from './choose-models.ts'
import { type Answer, generateAnswer } from './generate-answer.ts'
import { assemblePrompt } from './prompt.ts'
import { conversationValues } from './template-variables.ts'

/** Which message each of the customer's answers, by their ids; known to whoever carries the conversation. */
export type RepliedTo = () => Promise<ReadonlyMap<number, number>>

export interface AnswerOrder {
  assistant: Assistant
  conversation: ConversationWithHistory
  text: string | undefined
  repliedTo: RepliedTo | undefined
  effectKey: string
  delta: ((text: string) => void) | undefined
  signal: AbortSignal
}

export async function composeAnswer(ctx: AccountContext, order: AnswerOrder): Promise<Answer> {
  const { assistant, conversation, text, effectKey, delta, signal } = order
  const [{ model, fallback }, box, quotes] = await Promise.all([
    chooseModels(ctx, assistant),
    openToolBox(ctx, assistant),
    findQuotes(ctx, order),
  ])
  const { values, visitorNames } = conversationValues(assistant, conversation, ctx.now())
  const hasTools = box.reachOutside
  return generateAnswer(ctx, {
    messages: assemblePrompt({
      assistant,
      values,
      visitorNames,
      history: conversation.history,
      quotes,
      text,
      hasTools,
    }),
    tools: box.tools,
    model,
    fallback,
    temperature: assistant.llmTemperature,
    facts: Object.fromEntries(values),
    effectKey,
    delta,
    signal,
  })
}

async function findQuotes(
  ctx: AccountContext,
  { conversation: { accountId, id, history }, repliedTo }: AnswerOrder,
): Promise<Map<number, string>> {
  const replies = (await repliedTo?.()) ?? new Map<number, number>()
  const told = history.flatMap((message) => replies.get(message.id) ?? [])
  const contents = told.length > 0 ? await selectContents(ctx.db, accountId, id, told) : new Map<number, string>()
  return new Map(
    history.flatMap((message) => {
      const content = contents.get(replies.get(message.id) ?? 0)
      return content === undefined ? [] : [[message.id, content]]
    }),
  )
}
