// The jobs that requests and other jobs of knowledgebases add.
import type { AppTx } from '#server/platform/context/context.ts'
import { type JobSpec, maxDeaths } from '#server/platform/context/job.ts'
import type { DocumentRef, DocumentType } from './documents/document.ts'

/** Attempts after which a document fails, apart from those during which the process died. */
export const ingestTries = 4

const ingest = { maxAttempts: ingestTries + maxDeaths, waitsOutside: true, isLong: true }

export const ingestWebsiteJob: JobSpec<DocumentRef> = { name: 'knowledge.ingest-website', ...ingest }

export const ingestFileJob: JobSpec<DocumentRef> = { name: 'knowledge.ingest-file', ...ingest }

export const embedJob: JobSpec<DocumentRef> = { name: 'knowledge.embed', waitsOutside: true, isLong: true }

export const eraseFileJob: JobSpec<{ key: string }> = { name: 'knowledge.erase-file', waitsOutside: true }

export const ingestKeyPrefix = 'knowledge.ingest:'

/**
 * Documents of one account are processed one at a time, so that accounts share the processor. Files do not wait for
 * websites, which can take minutes. A document has one job at most.
 */
export function addIngestJob(tx: AppTx, { accountId, documentId }: DocumentRef, type: DocumentType): Promise<void> {
  const [job, queue] = type === 'website' ? [ingestWebsiteJob, 'websites'] : [ingestFileJob, 'files']
  const options = { queue: `knowledge:${accountId}:${queue}`, key: `${ingestKeyPrefix}${documentId}` }
  return tx.addJob(job, { accountId, documentId }, options)
}

export const embedQueue = ({ accountId }: DocumentRef): string => `knowledge:${accountId}:vectors`
