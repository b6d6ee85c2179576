// Measures the results, the speed and the latency of knowledge search: `npm run bench -- knowledge`.

import { asAccount } from '#server/platform/context/context.ts'
import { defineBench } from '../shared/bench.ts'
import { print } from '../shared/report.ts'
import { createBenchAccounts, openPreparation, openWorkspace } from '../shared/workspace.ts'
import { benchCallsDuringIngestion } from './calls.ts'
import { benchFaqs, benchRecall, serveDocuments } from './recall.ts'
import { embeddingEnvironment, startKnowledgeServer } from './server.ts'
import { benchIngestion, benchLatency } from './speed.ts'

export const bench = defineBench({
  about: 'knowledge search: recall, latency and ingestion, and calls while hostile documents are processed',
  parameters: {
    only: ['recall', 'faqs', 'ingestion', 'latency', 'calls'],
    /** Those of the FAQs. */
    languages: ['en', 'de', 'fr', 'it', 'pt'],
    documents: 1_000,
    questions: 10_000,
    /** About 20 MB without embeddings, and about 1 MB for the local model. */
    sections: [13_500, 700],
    passages: [1_000, 10_000, 100_000],
    searches: 200,
    calls: 50,
    seconds: 60,
    /** 1 is the size that takes as much time and memory as Parley permits. */
    fileSize: 1,
  },
  short: {
    languages: ['en'],
    documents: 1,
    questions: 2,
    sections: [3, 3],
    passages: [5],
    searches: 2,
    calls: 1,
    seconds: 1,
    fileSize: 0.001,
  },
  async run(parameters) {
    const { only, sections } = parameters
    await using workspace = await openWorkspace(parameters)
    const [account] = await createBenchAccounts(workspace, 1)
    const owner = { workspace, ...account! }
    if (only.includes('ingestion')) {
      await using server = await startKnowledgeServer(owner, { embeddingModel: 'none' })
      print(await benchIngestion(server, sections[0]!))
    }
    if (['recall', 'faqs', 'ingestion'].some((part) => only.includes(part))) {
      await using website = await serveDocuments()
      const { host } = website
      await using server = await startKnowledgeServer(owner, { embeddingModel: 'local', website: host })
      if (only.includes('ingestion')) print(await benchIngestion(server, sections[1]!))
      await using app = await openPreparation(workspace, embeddingEnvironment('local'))
      const search = { client: server.client, ctx: asAccount(app.context, owner.account), host }
      if (only.includes('recall')) print(await benchRecall(search, parameters))
      if (only.includes('faqs')) print(await benchFaqs(search, parameters))
    }
    if (only.includes('latency')) print(await benchLatency(owner, parameters))
    if (only.includes('calls')) print(await benchCallsDuringIngestion(owner, parameters))
  },
})
