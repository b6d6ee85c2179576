// A model of the AI SDK with the properties of its vendor.
import type { LanguageModel } from 'ai'
import type { ModelRef } from '#server/ports/language-model.ts'

/** The provider interface, because `streamText` would more than double the time per turn. */
export type SdkModel = Extract<LanguageModel, { specificationVersion: 'v4' }>

export interface OpenedModel {
  sdk: SdkModel
  /** The model that answers; the server can have another name for it than the catalogue. */
  ref: ModelRef
  /** The vendor requires the user to be first and the roles to alternate. */
  speakersAlternate: boolean
  /** The server may include `<think>` blocks in the text. */
  showsThoughts: boolean
}

/** A configured vendor. `detail` is shown to the operator and contains no secrets. */
export interface Vendor {
  vendor: string
  /** Used if the requested model belongs to a vendor that is not configured. */
  defaultCode: string
  /** Used for every request. */
  onlyCode?: string | undefined
  detail: string
  open(code: string, signal: AbortSignal): Promise<OpenedModel>
}
