// Catalogues: the languages, speech providers, models and voices that assistants can use.
export { type AnswerTime, type MeasuredCalls, measuredCallsPoint } from './choice-metrics.ts'
export type { Language, LlmModel, MultimodalModel, SpeechProvider, Voice } from './data.ts'
export {
  defaultLanguage,
  defaultLlmModel,
  defaultMultimodalModel,
  defaultTranscriberProvider,
  defaultVoice,
} from './defaults.ts'
export {
  findLanguage,
  findLanguageByCode,
  findLlmModel,
  findMultimodalModel,
  findSynthesizerProvider,
  findTranscriberProvider,
  findVoice,
} from './find.ts'
export { listVoices } from './list.ts'
export { isOfRemovedPack, listPackVoices } from './pack-voices.ts'
export { previewPath } from './preview-urls.ts'
export { phoneNumbersPoint } from './routes.ts'
export {
  hasEnded,
  modelSupportsMode,
  providerSupportsLanguage,
  voiceSupportsMode,
  voiceSupportsModel,
} from './rules.ts'
export { insertOwnVoice, seedCatalogues } from './store.ts'
