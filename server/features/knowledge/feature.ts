// The manifest of knowledgebases.

import type { AppContext } from '#server/platform/context/context.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import type { DocumentRef } from './documents/document.ts'
import { embedDocument, embedLacking } from './ingestion/embed-document.ts'
import { ingestDocument, resumeDocument } from './ingestion/ingest-document.ts'
import { selectStalled } from './ingestion/store-ingestion.ts'
import { embedJob, eraseFileJob, ingestFileJob, ingestWebsiteJob } from './job-specs.ts'
import { personalDocuments } from './retain-documents.ts'
import { knowledgeHandlers } from './routes.ts'

const documentsPerRun = 100
const nextAfterMs = 30

async function resumeStalled(context: AppContext): Promise<void> {
  for (const stalled of await selectStalled(context.db, documentsPerRun)) await resumeDocument(context, stalled)
}

/**
 * Wakes the workers when the job has ended, because the next job of a queue cannot be fetched before graphile-worker has
 * stored the end of this one.
 */
const thenNext =
  (run: (context: AppContext, ref: DocumentRef) => Promise<void>) =>
  async (context: AppContext, ref: DocumentRef): Promise<void> => {
    try {
      await run(context, ref)
    } finally {
      context.notifyWorkers(nextAfterMs)
    }
  }

const knowledgeJobs = [
  { ...ingestWebsiteJob, run: thenNext(ingestDocument) },
  { ...ingestFileJob, run: thenNext(ingestDocument) },
  { ...embedJob, run: thenNext(embedDocument) },
  { ...eraseFileJob, run: ({ files }: AppContext, { key }: { key: string }) => files.remove(key) },
] as Job<never>[]

const knowledgeCrons: CronJob[] = [
  { name: 'knowledge.resume-stalled', match: '* * * * *', run: resumeStalled },
  { name: 'knowledge.embed-lacking', match: '* * * * *', run: embedLacking },
]

export const knowledge = {
  name: 'knowledge',
  handlers: { knowledge: knowledgeHandlers },
  jobs: knowledgeJobs,
  crons: knowledgeCrons,
  personalData: [personalDocuments],
} satisfies Feature
