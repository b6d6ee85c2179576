// The external services that operations call.
import type { Carriers } from './carriers.ts'
import type { Embedder } from './embedder.ts'
import type { Fetcher } from './fetcher.ts'
import type { FileStore } from './file-store.ts'
import type { LanguageModel } from './language-model.ts'
import type { Mailer } from './mailer.ts'
import type { RealtimeModel } from './realtime-model.ts'
import type { Reranker } from './reranker.ts'
import type { SpeechToText } from './speech-to-text.ts'
import type { TextToSpeech } from './text-to-speech.ts'
import type { VectorSearch } from './vector-search.ts'
import type { Vendors } from './vendors.ts'

export interface ExternalServices {
  carriers: Carriers
  /**
   * Undefined if texts are not embedded. In the context of the process and of jobs, it can change with a key at any time; the
   * context of an account keeps its own.
   */
  embedder: Embedder | undefined
  fetcher: Fetcher
  files: FileStore
  languageModel: LanguageModel
  mailer: Mailer
  realtimeModel: RealtimeModel
  /** Undefined if none is configured. */
  reranker: Reranker | undefined
  speechToText: SpeechToText
  textToSpeech: TextToSpeech
  vectorSearch: VectorSearch
  vendors: Vendors
  /** The models that answer for an account: those of its own keys, and of the installation. */
  modelsFor(accountId: number): AccountModels
}

/** Keeps its services even if keys change, so a call ends with the keys with which it began. */
export interface AccountModels
  extends Pick<ExternalServices, 'languageModel' | 'realtimeModel' | 'speechToText' | 'textToSpeech'> {
  /** The vendor codes of the language models that are configured. */
  languageVendors: readonly string[]
  /** The vendor codes of the realtime models that are configured. */
  realtimeVendors: readonly string[]
  /** Distinguishes audio that was synthesized with different keys. Undefined without keys from the dashboard. */
  modelSource: string | undefined
}
