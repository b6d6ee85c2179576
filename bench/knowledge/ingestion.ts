// Measures how fast text becomes searchable, with and without embeddings.
import { progress } from '../shared/progress.ts'
import { tableOf, whole } from '../shared/report.ts'
import {
  createKnowledgebase,
  type EmbeddingModel,
  type KnowledgeAccount,
  startKnowledgeServer,
  untilProcessed,
  uploadText,
} from './server.ts'
import { createTextGenerator } from './synthetic-text.ts'

/** About 20 MB, and about 1 MB for the slower one. */
const runs: { name: string; embeddingModel: EmbeddingModel; sections: number }[] = [
  { name: 'text without embeddings', embeddingModel: 'none', sections: 13_500 },
  { name: 'text with the local embedding model', embeddingModel: 'local', sections: 700 },
]

const warmUpSections = 3

export async function benchIngestion(account: KnowledgeAccount): Promise<string> {
  const generator = await createTextGenerator(1)
  const rows: string[][] = []
  for (const { name, embeddingModel, sections } of runs) {
    await using server = await startKnowledgeServer(account, { embeddingModel })
    const { client } = server
    // The first document loads code. In the meantime, the garbage of the start is collected.
    const warmUpId = await createKnowledgebase(client, `${name}, warm-up`)
    await uploadText(client, warmUpId, 'warm-up', generator.text(warmUpSections))
    await untilProcessed(client, warmUpId)
    const watched = await server.watch()
    const knowledgebaseId = await createKnowledgebase(client, name)
    const text = generator.text(sections)
    const megabytes = Buffer.byteLength(text) / 1e6
    progress(`${name}: ${megabytes.toFixed(1)} MB`)
    const startedAt = performance.now()
    await uploadText(client, knowledgebaseId, name, text)
    const uploadMs = performance.now() - startedAt
    const { passages, activeAfterMs, vectorsAfterMs } = await untilProcessed(client, knowledgebaseId)
    const activeSeconds = (uploadMs + activeAfterMs) / 1000
    const seconds = (uploadMs + vectorsAfterMs) / 1000
    const { longestDelayMs, addedMegabytes } = await watched.end()
    rows.push([
      name,
      megabytes.toFixed(1),
      whole(passages),
      activeSeconds.toFixed(1),
      (activeSeconds / megabytes).toFixed(2),
      seconds.toFixed(1),
      whole(passages / seconds),
      whole(addedMegabytes),
      whole(longestDelayMs),
    ])
  }
  const head = [
    '',
    'MB',
    'passages',
    'active after s',
    's per MB',
    'vectors after s',
    'passages per second',
    'MB of memory',
    'longest delay ms',
  ]
  return tableOf(head, rows)
}
