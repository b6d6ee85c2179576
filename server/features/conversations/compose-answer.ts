// From a conversation to the assistant's next words: prompt, tools, models.
import type { Assistant } from '#server/features/assistants/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { ConversationWithHistory } from './conversation.ts'
import { type Answer, generateAnswer } from './generate.ts'
import { chooseModels } from './model-choice.ts'
import { assemblePrompt } from './prompt.ts'
import { openToolBox } from './tools.ts'
import { valuesIn } from './values.ts'

export interface AnswerOrder {
  assistant: Assistant
  conversation: ConversationWithHistory
  text: string | undefined
  effectKey: string
  delta: ((text: string) => void) | undefined
  signal: AbortSignal
}

export async function composeAnswer(ctx: Context, order: AnswerOrder): Promise<Answer> {
  const { assistant, conversation, text, effectKey, delta, signal } = order
  const [{ model, fallback }, box] = await Promise.all([chooseModels(ctx, assistant), openToolBox(ctx, assistant)])
  const { values, visitorNames } = valuesIn(assistant, conversation, ctx.now())
  const hasTools = box.reachOutside
  return generateAnswer(ctx, {
    messages: assemblePrompt({ assistant, values, visitorNames, history: conversation.history, text, hasTools }),
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
