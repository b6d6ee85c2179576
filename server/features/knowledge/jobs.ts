// The background jobs of knowledgebases: processing and embedding documents, erasing files, and recovery.
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import { embedDocument, embedLacking } from './ingestion/embed-document.ts'
import { ingestDocument } from './ingestion/ingest-document.ts'
import { selectStalled } from './ingestion/store-ingestion.ts'
import { embedJob, eraseFileJob, ingestJob, queueOf } from './job-specs.ts'

const stalledMinutes = 10
const documentsPerRun = 100

/** Adds the jobs of documents again whose jobs were deleted. */
async function resumeStalled(context: AppContext): Promise<void> {
  const stalled = await selectStalled(context.db, stalledMinutes, documentsPerRun)
  for (const ref of stalled) {
    const options = { queue: queueOf(ref), key: `knowledge.ingest:${ref.documentId}`, keepRunAt: true }
    await transaction(context, (tx) => tx.addJob(ingestJob, ref, options))
  }
}

export const knowledgeJobs = [
  { ...ingestJob, run: ingestDocument },
  { ...embedJob, run: embedDocument },
  { ...eraseFileJob, run: ({ files }: AppContext, { key }: { key: string }) => files.remove(key) },
] as Job<never>[]

export const knowledgeCrons: CronJob[] = [
  { name: 'knowledge.resume-stalled', match: '*/10 * * * *', run: resumeStalled },
  { name: 'knowledge.embed-lacking', match: '* * * * *', run: embedLacking },
]
