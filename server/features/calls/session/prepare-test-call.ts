// Prepares a call that is not connected to a person, for tests of an assistant: the same words, settings and tools.
import type { Assistant } from '#server/features/assistants/index.ts'
import { findLanguage } from '#server/features/catalogues/index.ts'
import { chooseModels } from '#server/features/conversations/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { ModelRef } from '#server/ports/language-model.ts'
import type { CallTool } from '#server/voice/engine/settings.ts'
import { type CallPrompt, promptOf } from './call-prompt.ts'
import { loadCallTools } from './call-tools.ts'

export interface TestCall extends CallPrompt {
  /** None of them may be run. */
  tools: readonly CallTool[]
  /** The assistant's model in text, whatever its mode is. */
  model: ModelRef
  fallback: ModelRef | undefined
}

const unavailable = { result: { error: 'This is not available in tests.' }, isReady: false }

export async function prepareTestCall(
  ctx: AccountContext,
  { assistant, variables }: { assistant: Assistant; variables: Record<string, string> },
): Promise<TestCall> {
  const type = assistant.type === 'outbound' ? 'outbound' : 'inbound'
  const [language, models, { tools, hasOutsideResults }] = await Promise.all([
    findLanguage(ctx, assistant.languageId),
    chooseModels(ctx, assistant),
    loadCallTools(ctx, assistant, {
      effectKey: 'test',
      clientPhone: null,
      values: new Map(),
      transferToAssistant: async () => unavailable,
      recordOptOut: type === 'outbound' ? async () => {} : undefined,
    }),
  ])
  const call = {
    assistant,
    type,
    variables,
    clientPhone: null,
    uuid: 'test',
    maxSeconds: assistant.maxDurationSeconds,
    purpose: null,
  } as const
  const prompt = promptOf(ctx, call, { language: language?.iso2 ?? 'en', hasOutsideResults })
  return { ...prompt, ...models, tools: [...tools.values()] }
}
