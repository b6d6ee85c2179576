// Combines all configured language models in one port.
import { createVendors, type VendorOptions } from './ai-sdk/vendors.ts'
import { answerThrough, type LanguageModels, type TurnOptions } from './answer-through.ts'

export type LanguageModelOptions = VendorOptions & TurnOptions

/**
 * For a vendor that is not configured, OpenAI, Anthropic or Google answers with its default model, whichever is
 * configured; without any, the offline model answers. `finish.model` is the model that answered.
 * A failure before the first output is retried once if useful, and then the fallback model is asked.
 * If the signal of the caller aborts, its reason is thrown.
 */
export function createLanguageModels(options: LanguageModelOptions): LanguageModels {
  return answerThrough(createVendors(options), options)
}
