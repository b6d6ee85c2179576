// Listing the models of a kind, without those that their vendor has switched off.
import type { AccountContext } from '#server/platform/context/context.ts'
import { catalogueData, type LlmModel, type MultimodalModel, type RealtimeMode } from './data.ts'
import { hasEnded, modelSupportsMode } from './rules.ts'

export function listLlmModels(ctx: AccountContext): LlmModel[] {
  return catalogueData().llmModels.filter((model) => !hasEnded(model, ctx.now()))
}

export function listMultimodalModels(ctx: AccountContext, mode: RealtimeMode): MultimodalModel[] {
  return catalogueData().multimodalModels.filter(
    (model) => modelSupportsMode(model, mode) && !hasEnded(model, ctx.now()),
  )
}
