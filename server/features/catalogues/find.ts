// Finds one catalogue record by id: current ones in memory, retired ones and an account's own voices in the database.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { catalogueData, type Language } from './data.ts'
import { type Catalogue, type CatalogueRecord, findRecord } from './store.ts'

/** Retired records are found too, because assistants may still use them; voices of other accounts are not. */
const finderIn =
  <C extends Catalogue>(catalogue: C) =>
  async (ctx: AccountContext | Tx, id: number): Promise<CatalogueRecord<C> | undefined> =>
    catalogueData()[catalogue].find((record) => record.id === id) ??
    (await findRecord(ctx.db, ctx.account.id, catalogue, id))

export const findVoice = finderIn('voices')
export const findLanguage = finderIn('languages')
/** A current language that every catalogue has, by its ISO 639-1 code. */
export const findLanguageByCode = (iso2: string): Language =>
  catalogueData().languages.find((language) => language.iso2 === iso2)!
export const findLlmModel = finderIn('llmModels')
export const findMultimodalModel = finderIn('multimodalModels')
export const findSynthesizerProvider = finderIn('synthesizerProviders')
export const findTranscriberProvider = finderIn('transcriberProviders')
