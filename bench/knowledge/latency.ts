// Measures the latency of searches in knowledgebases of several sizes.
import type { Client } from '#sdk/client.ts'
import { startRetrievalEmulator } from '#testing/emulators/retrieval.ts'
import { percentile } from '../shared/load.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { ms, tableOf, whole } from '../shared/report.ts'
import {
  createKnowledgebase,
  type EmbeddingModel,
  type KnowledgeAccount,
  startKnowledgeServer,
  untilProcessed,
  uploadText,
} from './server.ts'
import { createTextGenerator, type TextGenerator } from './synthetic-text.ts'

/** Stays below the upload limit of 20 MB. */
const sectionsPerFile = 10_000
const warmUps = 20
const searches = 200
const concurrencies = [1, 4]

interface Filled {
  id: number
  passages: number
}

export async function benchLatency(account: KnowledgeAccount, sizes: readonly number[]): Promise<string> {
  const generator = await createTextGenerator(2)
  const filled: Filled[] = []
  const rows: string[][] = []
  // The local model would take hours for 100,000 passages, and its time does not depend on their number.
  await using embeddings = await startRetrievalEmulator({ dimensions: 512 })
  {
    const embeddingModel = { url: embeddings.baseUrl }
    await using server = await startKnowledgeServer(account, { embeddingModel })
    for (const size of sizes) filled.push(await fill(server.client, generator, size))
    for (const one of filled) rows.push(...(await measure(server.client, generator, one, embeddingModel)))
  }
  await using server = await startKnowledgeServer(account, { embeddingModel: 'none' })
  for (const one of filled) rows.push(...(await measure(server.client, generator, one, 'none')))
  const head = [
    'search',
    'passages',
    'clients',
    'p50 ms',
    'p95',
    'without embedding p95',
    'words p50',
    'p95',
    'embedding p50',
    'vectors p50',
    'p95',
    'used',
  ]
  return tableOf(head, rows)
}

async function fill(client: Client, generator: TextGenerator, size: number): Promise<Filled> {
  progress(`storing about ${size.toLocaleString('en')} passages with vectors`)
  const id = await createKnowledgebase(client, `${size} passages`)
  for (let done = 0; done < size; done += sectionsPerFile) {
    stopIfAsked()
    await uploadText(client, id, `Part ${done}`, generator.text(Math.min(sectionsPerFile, size - done)))
  }
  return { id, passages: (await untilProcessed(client, id)).passages }
}

type Timing = Awaited<ReturnType<Client['knowledge']['search']>>['search'] & { elapsedMs: number }

async function measure(
  client: Client,
  generator: TextGenerator,
  { id, passages }: Filled,
  embeddingModel: EmbeddingModel,
): Promise<string[][]> {
  const name = embeddingModel === 'none' ? 'words' : 'with embeddings'
  progress(`searching ${passages.toLocaleString('en')} passages, ${name}`)
  const search = async (): Promise<Timing> => {
    stopIfAsked()
    const query = generator.question()
    const startedAt = performance.now()
    const { search: timing } = await client.knowledge.search({ id, query, limit: 5 })
    return { ...timing, elapsedMs: performance.now() - startedAt }
  }
  for (let done = 0; done < warmUps; done++) await search()
  const rows: string[][] = []
  for (const clients of concurrencies) {
    const timings: Timing[] = []
    const worker = async (): Promise<void> => {
      for (let done = 0; done < searches / clients; done++) timings.push(await search())
    }
    await Promise.all(Array.from({ length: clients }, worker))
    const of = (key: 'elapsedMs' | 'full_text_ms' | 'embedding_ms' | 'vector_ms', share = 0.5): string =>
      ms(
        percentile(
          timings.flatMap((timing) => timing[key] ?? []),
          share,
        ),
      )
    const used = timings.filter(({ vectors }) => vectors === 'used').length
    rows.push([
      name,
      whole(passages),
      String(clients),
      of('elapsedMs'),
      of('elapsedMs', 0.95),
      ms(
        percentile(
          timings.map(({ total_ms: total, embedding_ms: embedding }) => total - (embedding ?? 0)),
          0.95,
        ),
      ),
      of('full_text_ms'),
      of('full_text_ms', 0.95),
      of('embedding_ms'),
      of('vector_ms'),
      of('vector_ms', 0.95),
      `${used}/${timings.length}`,
    ])
  }
  return rows
}
