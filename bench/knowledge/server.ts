// Starts a server with or without embeddings, and fills knowledgebases through the SDK.
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from '#sdk/client.ts'
import { openApp } from '#server/app.ts'
import { configFrom } from '#server/config.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { type BenchWorkspace, startParleyProcess } from '../processes.ts'
import { progress, stopIfAsked } from '../progress.ts'
import { createBenchAccount } from '../turns.ts'

export interface KnowledgeAccount {
  workspace: BenchWorkspace
  token: string
}

/** `none` searches words only; a URL is that of an OpenAI-compatible server. */
export type EmbeddingModel = 'local' | 'none' | { url: string }

export async function createKnowledgeAccount(workspace: BenchWorkspace): Promise<string> {
  const config = configFrom({
    DATABASE_URL: workspace.connectionString,
    DATA_DIR: workspace.dataDir,
    PARLEY_ROLES: 'api',
  })
  await using app = await openApp(config, { log: createLog({ level: 'warn', pretty: false }) })
  await app.http.ready()
  return (await createBenchAccount(app.context)).token
}

/** `website` is a host on loopback whose pages may be read. */
export async function startKnowledgeServer(
  { workspace, token }: KnowledgeAccount,
  { embeddingModel, website }: { embeddingModel: EmbeddingModel; website?: string },
): Promise<{ client: Client } & AsyncDisposable> {
  const parley = await startParleyProcess({
    DATABASE_URL: workspace.connectionString,
    DATA_DIR: workspace.dataDir,
    EMBEDDING_MODEL: typeof embeddingModel === 'string' ? embeddingModel : 'bench',
    EMBEDDING_BASE_URL: typeof embeddingModel === 'string' ? '' : embeddingModel.url,
    RERANK_BASE_URL: '',
    ALLOW_PRIVATE_ADDRESSES: website ?? '',
  })
  return {
    client: createClient({ baseUrl: parley.baseUrl, apiKey: token }),
    [Symbol.asyncDispose]: () => parley[Symbol.asyncDispose](),
  }
}

export interface Processed {
  passages: number
  /** Since the call, until all documents could be found by their words. */
  activeAfterMs: number
  /** Until those in a language of the embedding model could also be found by their meaning. */
  vectorsAfterMs: number
}

const pollMs = 100
const progressMs = 5_000

/** Throws if a document fails. */
export async function untilProcessed(client: Client, knowledgebaseId: number): Promise<Processed> {
  const startedAt = performance.now()
  let activeAfterMs: number | undefined
  let reportAt = startedAt + progressMs
  while (true) {
    const { data: documents } = await client.knowledge.listDocuments({ knowledgebaseId })
    const failed = documents.find(({ status }) => status === 'failed')
    if (failed) throw new Error(`${failed.name} failed: ${failed.error}`)
    const now = performance.now()
    const passages = documents.reduce((sum, document) => sum + document.passages_count, 0)
    const active = documents.filter(({ status }) => status === 'active')
    const pending = documents.filter(({ vectors }) => vectors === 'pending')
    if (active.length === documents.length) {
      activeAfterMs ??= now - startedAt
      if (pending.length === 0) return { passages, activeAfterMs, vectorsAfterMs: now - startedAt }
    }
    if (now > reportAt) {
      reportAt = now + progressMs
      const parts = [`${active.length} of ${documents.length} documents active`, `${passages} passages`]
      progress([...parts, `${pending.length} documents without vectors`].join(', '))
    }
    stopIfAsked()
    await pause(pollMs)
  }
}

export async function createKnowledgebase(client: Client, name: string): Promise<number> {
  const { data } = await client.knowledge.create({ name })
  return data.id
}

export async function uploadText(client: Client, knowledgebaseId: number, name: string, text: string): Promise<void> {
  const file = new File([text], `${name}.txt`, { type: 'text/plain' })
  await client.knowledge.createDocument({ knowledgebaseId, name, type: 'txt', file })
}
