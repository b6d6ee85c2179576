// A model of the AI SDK that is ready to be asked, with what is peculiar to its vendor.
import type { LanguageModel } from 'ai'
import type { ModelRef } from '#server/ports/language-model.ts'

/** The provider interface itself: `streamText` above it would more than double the time per turn. */
export type SdkModel = Extract<LanguageModel, { specificationVersion: 'v4' }>

export interface OpenedModel {
  sdk: SdkModel
  /** Who really answers: a server may know the model by another name than the catalogue. */
  ref: ModelRef
  /** The vendor refuses a talk that the user does not begin, or in which one says two things in a row. */
  speakersAlternate: boolean
  /** The server may leave `<think>` blocks in the text. */
  showsThoughts: boolean
}

/** A vendor that is configured; `detail` is for the operator's eyes and holds no secret. */
export interface Vendor {
  vendor: string
  /** Asked for when the catalogue's model belongs to a vendor that is not configured. */
  defaultCode: string
  /** Asked for whatever is wanted. */
  onlyCode?: string | undefined
  detail: string
  open(code: string, signal: AbortSignal): Promise<OpenedModel>
}
