// The jobs that requests and other jobs of knowledgebases add.
import { type JobSpec, maxDeaths } from '#server/platform/context/job.ts'
import type { DocumentRef } from './documents/document.ts'

/** Attempts after which a document fails, apart from those during which the process died. */
export const ingestTries = 4

export const ingestJob: JobSpec<DocumentRef> = {
  name: 'knowledge.ingest',
  maxAttempts: ingestTries + maxDeaths,
  waitsOutside: true,
}

export const embedJob: JobSpec<DocumentRef> = { name: 'knowledge.embed', waitsOutside: true }

export const eraseFileJob: JobSpec<{ key: string }> = { name: 'knowledge.erase-file', waitsOutside: true }

/** Documents of one account are processed one at a time, so that accounts share the processor. */
export const queueOf = ({ accountId }: DocumentRef): string => `knowledge:${accountId}`
