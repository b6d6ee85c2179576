// Starts a server with or without embeddings, and fills knowledgebases through the SDK.
import { type Client, createClient } from '#sdk/client.ts'
import { poll, progress } from '../shared/progress.ts'
import { watchMemory } from '../shared/usage.ts'
import { type BenchAccount, startParley, type Workspace } from '../shared/workspace.ts'

export interface KnowledgeOwner extends BenchAccount {
  workspace: Workspace
}

/** `none` searches words only; a URL is that of an OpenAI-compatible server. */
export type EmbeddingModel = 'local' | 'none' | { url: string }

export type KnowledgeServer = Awaited<ReturnType<typeof startKnowledgeServer>>

export const embeddingEnvironment = (model: EmbeddingModel) => ({
  EMBEDDING_MODEL: typeof model === 'string' ? model : 'bench',
  EMBEDDING_BASE_URL: typeof model === 'string' ? '' : model.url,
  RERANK_BASE_URL: '',
})

/** `website` is a host on loopback whose pages may be read. */
export async function startKnowledgeServer(
  { workspace, token }: KnowledgeOwner,
  { embeddingModel, website = '' }: { embeddingModel: EmbeddingModel; website?: string },
) {
  const env = { ...embeddingEnvironment(embeddingModel), ALLOW_PRIVATE_ADDRESSES: website }
  const parley = await startParley(workspace, env)
  return { ...parley, embeddingModel, client: createClient({ baseUrl: parley.baseUrl, apiKey: token }) }
}

/** Measures the longest delay of the event loop during the work, and how far the memory rises. */
export async function watchProcess<T>({ baseUrl, pid }: { baseUrl: string; pid: number }, work: () => Promise<T>) {
  await readLongestDelay(baseUrl)
  const watched = await watchMemory(pid, work)
  return { ...watched, longestDelayMs: await readLongestDelay(baseUrl) }
}

/** Since the call before. */
async function readLongestDelay(baseUrl: string): Promise<number> {
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
  return Number(/^parley_nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)?.[1]) * 1000
}

const pollMs = 100

/** Returns the documents that have ended. Also returns if the signal is aborted. */
export async function untilEnded(client: Client, knowledgebaseId: number, signal?: AbortSignal) {
  const list = async () => (await client.knowledge.listDocuments({ knowledgebaseId })).data
  let documents: Awaited<ReturnType<typeof list>> = []
  await poll(pollMs, async () => {
    documents = await list()
    return signal?.aborted === true || documents.every(({ status }) => status !== 'processing')
  })
  return documents.filter(({ status }) => status !== 'processing')
}

/**
 * Returns the number of passages, and the milliseconds until all documents could be found by their words, and until those
 * in a language of the embedding model could also be found by their meaning. Throws if a document fails.
 */
export async function untilProcessed(client: Client, knowledgebaseId: number) {
  const startedAt = performance.now()
  const ended = await untilEnded(client, knowledgebaseId)
  const activeAfterMs = performance.now() - startedAt
  const failed = ended.find(({ status }) => status === 'failed')
  if (failed) throw new Error(`${failed.name} failed: ${failed.error}`)
  let passages = 0
  await poll(pollMs, async () => {
    const { data: documents } = await client.knowledge.listDocuments({ knowledgebaseId })
    passages = documents.reduce((sum, document) => sum + document.passages_count, 0)
    return documents.every(({ vectors }) => vectors !== 'pending')
  })
  return { passages, activeAfterMs, vectorsAfterMs: performance.now() - startedAt }
}

export async function createKnowledgebase(client: Client, name: string): Promise<number> {
  progress(`the knowledgebase ${name}`)
  return (await client.knowledge.create({ name })).data.id
}

export async function uploadText(client: Client, knowledgebaseId: number, name: string, text: string): Promise<void> {
  const file = new File([text], `${name}.txt`, { type: 'text/plain' })
  await client.knowledge.createDocument({ knowledgebaseId, name, type: 'txt', file })
}
