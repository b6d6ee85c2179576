// All language models that are configured, behind one port.
import { createVendors, type VendorOptions } from './ai-sdk/vendors.ts'
import { answerThrough, type LanguageModels, type TurnOptions } from './answer-through.ts'

export type LanguageModelOptions = VendorOptions & TurnOptions

/**
 * A vendor that is not configured is answered for by OpenAI, Anthropic or Google, whichever is, with that one's default
 * model; when none is, the offline model answers for everyone. `finish.model` names the one that did.
 * A failure before the first word is met by one retry where that may help, then by the fallback model.
 * When the caller's signal aborts, its reason is thrown.
 */
export function createLanguageModels(options: LanguageModelOptions): LanguageModels {
  return answerThrough(createVendors(options), options)
}
