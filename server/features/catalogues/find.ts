// Finds one catalogue record by id: current ones in memory, retired ones and an account's own voices in the database.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import {
  catalogueData,
  type Language,
  type LlmModel,
  type MultimodalModel,
  type SpeechProvider,
  type Voice,
} from './data.ts'
import { selectLanguage, selectLlmModel, selectMultimodalModel, selectProvider, selectVoice } from './store.ts'

const byId = <R extends { id: number }>(records: readonly R[], id: number): R | undefined =>
  records.find((record) => record.id === id)

/** A public voice or one of the caller's own. Retired voices are found too, because assistants may still use them. */
export async function findVoice(ctx: AccountContext | Tx, id: number): Promise<Voice | undefined> {
  return byId(catalogueData().voices, id) ?? (await selectVoice(ctx.db, ctx.account.id, id))
}

export async function findLanguage(ctx: AccountContext | Tx, id: number): Promise<Language | undefined> {
  return byId(catalogueData().languages, id) ?? (await selectLanguage(ctx.db, id))
}

export async function findLlmModel(ctx: AccountContext | Tx, id: number): Promise<LlmModel | undefined> {
  return byId(catalogueData().llmModels, id) ?? (await selectLlmModel(ctx.db, id))
}

export async function findMultimodalModel(ctx: AccountContext | Tx, id: number): Promise<MultimodalModel | undefined> {
  return byId(catalogueData().multimodalModels, id) ?? (await selectMultimodalModel(ctx.db, id))
}

export async function findSynthesizerProvider(
  ctx: AccountContext | Tx,
  id: number,
): Promise<SpeechProvider | undefined> {
  return byId(catalogueData().synthesizerProviders, id) ?? (await selectProvider(ctx.db, 'synthesizer_providers', id))
}

export async function findTranscriberProvider(
  ctx: AccountContext | Tx,
  id: number,
): Promise<SpeechProvider | undefined> {
  return byId(catalogueData().transcriberProviders, id) ?? (await selectProvider(ctx.db, 'transcriber_providers', id))
}
