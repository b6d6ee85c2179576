// Processes a document: extracts its text, splits it into passages, indexes and activates it. A job embeds it afterwards.
import { DocumentError, openExtractor } from '@parley/documents'
import type { AppContext, AppTx } from '#server/platform/context/context.ts'
import { maxDeaths } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { createSlots } from '#server/platform/slots.ts'
import { type DocumentRef, type KnowledgeDocument, maxPassages } from '../documents/document.ts'
import { findDocument } from '../documents/store-documents.ts'
import { addIngestJob, ingestTries } from '../job-specs.ts'
import { touchKnowledgebase } from '../knowledgebases/store.ts'
import { addEmbedJob } from './embed-document.ts'
import { extractFile } from './extract-file.ts'
import { extractWebsite } from './extract-website.ts'
import { IngestionFailure } from './failures.ts'
import { createPassageWriter } from './passage-writer.ts'
import {
  type Attempt,
  type AttemptRef,
  activate,
  beginAttempt,
  countPassages,
  deletePassages,
  fail,
  forgetAttempt,
  isCurrentAttempt,
} from './store-ingestion.ts'
import { deletePageTexts } from './store-pages.ts'

export async function ingestDocument(context: AppContext, ref: DocumentRef): Promise<void> {
  const attempt = await begin(context, ref)
  if (!attempt) return
  try {
    await processDocument(context, attempt)
  } catch (error) {
    if (!(await isCurrentAttempt(context.db, attempt))) return
    if (context.stopping.aborted) await addAgain(context, attempt)
    else await failOrThrow(context, attempt, error)
  }
}

type RunningAttempt = Attempt & { document: KnowledgeDocument }

async function begin(context: AppContext, ref: DocumentRef): Promise<RunningAttempt | undefined> {
  return transaction(context, async (tx) => {
    const { db } = tx
    const begun = await beginAttempt(db, ref)
    const document = begun && (await findDocument(db, ref.accountId, ref.documentId))
    if (!document) return undefined
    await deletePassages(db, ref)
    await tx.emit('document.processing', { accountId: ref.accountId, documentId: ref.documentId })
    return { ...ref, ...begun, knowledgebaseId: document.knowledgebaseId, document }
  })
}

/** Of this process. Websites wait for their hosts most of the time, so they have slots of their own. */
const extractions = { websites: createSlots(4), files: createSlots(2) }

async function processDocument(context: AppContext, attempt: RunningAttempt): Promise<void> {
  const { db, stopping: signal, embedder } = context
  const { document } = attempt
  if (attempt.attempts > maxDeaths) throw new IngestionFailure(notProcessed)
  const writer = createPassageWriter(context, attempt, maxPassages - (await countPassages(db, attempt)))
  const extract = async () => {
    await using extractor = openExtractor()
    const options = { extractor, signal, write: writer.write }
    if (document.type !== 'website') return await extractFile(context, attempt, { ...options, format: document.type })
    return { pagesWithoutText: [], warnings: await extractWebsite(context, attempt, options) }
  }
  const slots = extractions[document.type === 'website' ? 'websites' : 'files']
  const found = await slots.run(extract, signal)
  const written = await writer.finish()
  if (written.passagesCount === 0) throw new IngestionFailure('The document contains no text.')
  await transaction(context, async (tx) => {
    // First, because deletions also lock the knowledgebase before the document.
    await touchKnowledgebase(tx.db, attempt.accountId, attempt.knowledgebaseId)
    if (!(await activate(tx.db, attempt, { ...written, ...found }))) return
    await tx.emit('document.ready', { accountId: attempt.accountId, documentId: attempt.documentId })
    await deletePageTexts(tx.db, attempt)
    if (embedder) await addEmbedJob(tx, { accountId: attempt.accountId, documentId: attempt.documentId })
  })
}

const notProcessed = 'The document could not be processed. Delete it and create it again, or contact the operator.'

/** Throws errors that another try may overcome. */
async function failOrThrow(context: AppContext, attempt: Attempt, error: unknown): Promise<void> {
  const isFinal = error instanceof IngestionFailure || (error instanceof DocumentError && error.isFinal)
  if (!isFinal && attempt.attempts < ingestTries) throw error
  if (isFinal) context.log.info({ document: attempt.documentId, reason: error.message }, 'a document failed')
  else context.log.error({ document: attempt.documentId, error }, 'a document could not be processed')
  const isReadable = isFinal || error instanceof DocumentError
  await transaction(context, (tx) => failDocument(tx, attempt, isReadable ? error.message : notProcessed))
}

async function failDocument(tx: AppTx, attempt: AttemptRef, reason: string): Promise<void> {
  if (!(await fail(tx.db, attempt, reason))) return
  await deletePassages(tx.db, attempt)
  await deletePageTexts(tx.db, attempt)
  await tx.emit('document.failed', { accountId: attempt.accountId, documentId: attempt.documentId })
}

/** The process stops: another one, or the next run of this one, processes the document. */
async function addAgain(context: AppContext, attempt: RunningAttempt): Promise<void> {
  await transaction(context, async (tx) => {
    await forgetAttempt(tx.db, attempt)
    await addIngestJob(tx, attempt, attempt.document.type)
  })
}

/**
 * Adds the job of a document again that was lost, or that was set aside because processes died in it. This counts as an
 * attempt, so that no document is processed for ever.
 */
export async function resumeDocument(
  context: AppContext,
  { type, ...ref }: DocumentRef & Pick<KnowledgeDocument, 'type'>,
): Promise<void> {
  context.log.warn({ document: ref.documentId }, 'a document had no job')
  await transaction(context, async (tx) => {
    const begun = await beginAttempt(tx.db, ref)
    if (begun && begun.attempts > maxDeaths) await failDocument(tx, { ...ref, ...begun }, notProcessed)
    else if (begun) await addIngestJob(tx, ref, type)
  })
}
