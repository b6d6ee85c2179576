// Measures how fast text becomes searchable, and the latency of searches in knowledgebases of several sizes.

import { startRetrievalEmulator } from '#testing/emulators/retrieval.ts'
import { percentile, timeEach } from '../shared/load.ts'
import { stopIfAsked } from '../shared/progress.ts'
import { tableOf, whole } from '../shared/report.ts'
import { createTextGenerator } from './generated-files.ts'
import {
  createKnowledgebase,
  type KnowledgeOwner,
  type KnowledgeServer,
  startKnowledgeServer,
  untilProcessed,
  uploadText,
  watchProcess,
} from './server.ts'

const warmUpSections = 3

export async function benchIngestion(server: KnowledgeServer, sections: number): Promise<string> {
  const generator = await createTextGenerator(1)
  const { client, embeddingModel } = server
  const ingest = async (name: string, text: string) => {
    const id = await createKnowledgebase(client, name)
    const startedAt = performance.now()
    await uploadText(client, id, name, text)
    const uploadMs = performance.now() - startedAt
    const { passages, activeAfterMs, vectorsAfterMs } = await untilProcessed(client, id)
    return { passages, active: (uploadMs + activeAfterMs) / 1000, vectors: (uploadMs + vectorsAfterMs) / 1000 }
  }
  // The first document loads code. the garbage of the start is collected.
  await ingest('warm-up', generator.text(warmUpSections))
  const text = generator.text(sections)
  const { value, added, longestDelayMs } = await watchProcess(server, () => ingest('long text', text))
  const megabytes = Buffer.byteLength(text) / 1e6
  const { passages, active, vectors } = value
  const speed = [active, active / megabytes, vectors, whole(passages / vectors)]
  const row = [String(embeddingModel), megabytes, whole(passages), ...speed, whole(added), whole(longestDelayMs)]
  const times = ['active after s', 's per MB', 'vectors after s', 'passages per second']
  return tableOf(
    ['embedding model', 'MB', 'passages', ...times, 'MB of memory', 'longest delay of the event loop ms'],
    [row],
  )
}

/** Stays below the upload limit of 20 MB. */
const sectionsPerFile = 10_000

export async function benchLatency(
  owner: KnowledgeOwner,
  { passages: sizes, searches }: { passages: readonly number[]; searches: number },
): Promise<string> {
  const generator = await createTextGenerator(2)
  // The local model would take hours for 100,000 passages, and its time does not depend on their number.
  await using embeddings = await startRetrievalEmulator({ dimensions: 512 })
  await using server = await startKnowledgeServer(owner, { embeddingModel: { url: embeddings.baseUrl } })
  const { client } = server
  const filled: { id: number; passages: number }[] = []
  for (const size of sizes) {
    const id = await createKnowledgebase(client, `with ${size.toLocaleString('en')} passages`)
    for (let done = 0; done < size; done += sectionsPerFile) {
      stopIfAsked()
      await uploadText(client, id, `Part ${done}`, generator.text(Math.min(sectionsPerFile, size - done)))
    }
    filled.push({ id, passages: (await untilProcessed(client, id)).passages })
  }
  const rows: (string | number)[][] = []
  for (const { id, passages } of filled) {
    const timings: Awaited<ReturnType<typeof client.knowledge.search>>['search'][] = []
    const search = async () => {
      timings.push((await client.knowledge.search({ id, query: generator.question(), limit: 5 })).search)
    }
    await timeEach(Math.ceil(searches / 10), search)
    timings.length = 0
    const wholeMs = await timeEach(searches, search)
    const p95 = (partOf: (timing: (typeof timings)[number]) => number | null) =>
      percentile(
        timings.flatMap((timing) => partOf(timing) ?? []),
        0.95,
      )
    const used = timings.filter(({ vectors }) => vectors === 'used').length
    const requests = [percentile(wholeMs, 0.5), percentile(wholeMs, 0.95)]
    const parts = [
      p95((timing) => timing.total_ms - (timing.embedding_ms ?? 0)),
      p95((timing) => timing.full_text_ms),
      p95((timing) => timing.vector_ms),
    ]
    rows.push([whole(passages), ...requests, ...parts, `${used} of ${searches}`])
  }
  const head = [
    'passages',
    'request p50 ms',
    'p95',
    'without embedding p95',
    'words p95',
    'vectors p95',
    'used vectors',
  ]
  return tableOf(head, rows)
}
