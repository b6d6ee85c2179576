// Starts a server with or without embeddings, and fills knowledgebases through the SDK.
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from '#sdk/client.ts'
import { openApp } from '#server/app.ts'
import { configFrom } from '#server/config.ts'
import type { Account } from '#server/platform/context/context.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createBenchAccount } from '../requests/turns.ts'
import { residentMegabytes } from '../shared/process-usage.ts'
import { type BenchWorkspace, startParleyProcess } from '../shared/processes.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'

export interface KnowledgeAccount {
  workspace: BenchWorkspace
  token: string
  account: Account
}

/** `none` searches words only; a URL is that of an OpenAI-compatible server. */
export type EmbeddingModel = 'local' | 'none' | { url: string }

export async function createKnowledgeAccount(workspace: BenchWorkspace): Promise<KnowledgeAccount> {
  const config = configFrom({
    DATABASE_URL: workspace.connectionString,
    DATA_DIR: workspace.dataDir,
    PARLEY_ROLES: 'api',
  })
  await using app = await openApp(config, { log: createLog({ level: 'warn', pretty: false }) })
  await app.http.ready()
  const { token, account } = await createBenchAccount(app.context)
  return { workspace, token, account }
}

/** `website` is a host on loopback whose pages may be read. */
export async function startKnowledgeServer(
  { workspace, token }: KnowledgeAccount,
  { embeddingModel, website }: { embeddingModel: EmbeddingModel; website?: string },
): Promise<{ client: Client; watch(): Promise<WatchedProcess> } & AsyncDisposable> {
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
    watch: () => watchProcess(parley),
    [Symbol.asyncDispose]: () => parley[Symbol.asyncDispose](),
  }
}

export interface WatchedProcess {
  /** Returns what happened since `watchProcess`. */
  end(): Promise<{ longestDelayMs: number; addedMegabytes: number }>
}

const watchMs = 50

/** Measures the longest delay of the event loop, and how far the memory rises. */
export async function watchProcess({ baseUrl, pid }: { baseUrl: string; pid: number }): Promise<WatchedProcess> {
  await readLongestDelay(baseUrl)
  const before = await residentMegabytes(pid)
  let most = before
  const timer = setInterval(async () => {
    most = Math.max(most, await residentMegabytes(pid))
  }, watchMs)
  return {
    async end() {
      clearInterval(timer)
      return { longestDelayMs: await readLongestDelay(baseUrl), addedMegabytes: most - before }
    },
  }
}

/** Since the call before. */
async function readLongestDelay(baseUrl: string): Promise<number> {
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
  return Number(/^parley_nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)?.[1]) * 1000
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

/** Also returns if the signal is aborted. */
export async function untilEnded(client: Client, knowledgebaseId: number, signal: AbortSignal) {
  while (true) {
    const { data: documents } = await client.knowledge.listDocuments({ knowledgebaseId })
    const ended = documents.filter(({ status }) => status !== 'processing')
    if (ended.length === documents.length || signal.aborted) return ended
    stopIfAsked()
    await pause(pollMs)
  }
}

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
