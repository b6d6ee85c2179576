// Chooses the language models that answer for an assistant in text.
import type { Assistant } from '#server/features/assistants/index.ts'
import { defaultLlmModel, findLlmModel } from '#server/features/catalogues/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { ModelRef } from '#server/ports/language-model.ts'

/** Only a pipeline assistant has a text model of its own. Others use their chat fallback, or else the default model. */
export async function chooseModels(
  ctx: AccountContext,
  assistant: Pick<Assistant, 'mode' | 'llmModelId' | 'chatLlmFallbackId'>,
): Promise<{ model: ModelRef; fallback: ModelRef | undefined }> {
  const own = assistant.mode === 'pipeline' ? await findModel(ctx, assistant.llmModelId) : undefined
  const fallback = await findModel(ctx, assistant.chatLlmFallbackId)
  const { vendor, code } = defaultLlmModel(ctx)
  const model = own ?? fallback ?? { vendor, code }
  return { model, fallback: model === fallback ? undefined : fallback }
}

async function findModel(ctx: AccountContext, id: number | null): Promise<ModelRef | undefined> {
  const record = id === null ? undefined : await findLlmModel(ctx, id)
  return record && { vendor: record.vendor, code: record.code }
}
