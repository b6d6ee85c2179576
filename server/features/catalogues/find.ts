// Finding one record by its id: delivered ones in memory, retired ones and an account's own in the database.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import {
  type CatalogueData,
  catalogueData,
  type Language,
  type LlmModel,
  type MultimodalModel,
  type SpeechProvider,
  type Voice,
} from './data.ts'
import { selectLanguage, selectLlmModel, selectMultimodalModel, selectProvider, selectVoice } from './store.ts'

type Lists = Omit<CatalogueData, 'version'>
type Indexes = { [L in keyof Lists]: ReadonlyMap<number, Lists[L][number]> }

let indexes: Indexes | undefined

function delivered<L extends keyof Lists>(list: L, id: number): Lists[L][number] | undefined {
  if (!indexes) {
    const { version: _, ...lists } = catalogueData()
    const entries = Object.entries(lists).map(([name, records]) => [
      name,
      new Map(records.map((record) => [record.id, record])),
    ])
    indexes = Object.fromEntries(entries) as Indexes
  }
  return (indexes[list] as ReadonlyMap<number, Lists[L][number]>).get(id)
}

/** Public, or the caller's own; also when it is offered no longer, since an assistant may still speak with it. */
export async function findVoice(ctx: AccountContext | Tx, id: number): Promise<Voice | undefined> {
  return delivered('voices', id) ?? (await selectVoice(ctx.db, ctx.account.id, id))
}

export async function findLanguage(ctx: AccountContext | Tx, id: number): Promise<Language | undefined> {
  return delivered('languages', id) ?? (await selectLanguage(ctx.db, id))
}

export async function findLlmModel(ctx: AccountContext | Tx, id: number): Promise<LlmModel | undefined> {
  return delivered('llmModels', id) ?? (await selectLlmModel(ctx.db, id))
}

export async function findMultimodalModel(ctx: AccountContext | Tx, id: number): Promise<MultimodalModel | undefined> {
  return delivered('multimodalModels', id) ?? (await selectMultimodalModel(ctx.db, id))
}

export async function findSynthesizerProvider(
  ctx: AccountContext | Tx,
  id: number,
): Promise<SpeechProvider | undefined> {
  return delivered('synthesizerProviders', id) ?? (await selectProvider(ctx.db, 'synthesizer_providers', id))
}

export async function findTranscriberProvider(
  ctx: AccountContext | Tx,
  id: number,
): Promise<SpeechProvider | undefined> {
  return delivered('transcriberProviders', id) ?? (await selectProvider(ctx.db, 'transcriber_providers', id))
}
