// Listing the models of a kind, without those that their vendor has switched off.
import type { Context } from '#server/platform/context.ts'
import { catalogueData, type LlmModel, type MultimodalModel, type RealtimeMode } from './data.ts'
import { hasEnded, modelSupportsMode } from './rules.ts'

export function listLlmModels(ctx: Context): LlmModel[] {
  return catalogueData().llmModels.filter((model) => !hasEnded(model, ctx.now()))
}

export function listMultimodalModels(ctx: Context, mode: RealtimeMode): MultimodalModel[] {
  return catalogueData().multimodalModels.filter(
    (model) => modelSupportsMode(model, mode) && !hasEnded(model, ctx.now()),
  )
}
