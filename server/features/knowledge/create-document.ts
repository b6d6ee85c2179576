// Creates a document: stores its file, and adds the job that processes it.

import { type FileFormat, looksLike } from '@parley/documents'
import type { knowledge } from '#contract/knowledge/knowledge.ts'
import { defaultLinksLimit } from '#contract/knowledge/knowledge-documents.ts'
import type { EndpointInput } from '#contract/wire/endpoint.ts'
import type { UploadedFile } from '#contract/wire/fields.ts'
import { removeJob } from '#server/platform/context/add-job.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { InvalidInput, OutcomePending, orRefuse, Refusal } from '#server/platform/refusal.ts'
import { type KnowledgeDocument, maxAccountFileBytes, maxDocuments } from './documents/document.ts'
import { findCreatedDocument, insertDocument, type NewDocument, sumFileSizes } from './documents/store-documents.ts'
import { getKnowledgebase } from './get-knowledgebase.ts'
import { addIngestJob, eraseFileJob } from './job-specs.ts'
import { lockKnowledgebase } from './knowledgebases/store.ts'

type WebsiteOrFile = EndpointInput<typeof knowledge.createDocument>['body']
type Fields = WebsiteOrFile | EndpointInput<typeof knowledge.uploadDocument>['body']

/**
 * Refuses with `KNOWLEDGEBASE_NOT_FOUND`, `TOO_MANY_DOCUMENTS`, `TOO_MUCH_STORAGE` or `DOCUMENT_NOT_CREATED`, or throws
 * `InvalidInput`. Each operation creates one document.
 */
export async function createDocument(
  ctx: AccountContext,
  knowledgebaseId: number,
  fields: Fields,
  operation?: IdempotentOperation,
): Promise<KnowledgeDocument> {
  const { name, description = null, type } = fields
  await getKnowledgebase(ctx, knowledgebaseId)
  const before = operation?.isResumed ? await findCreatedDocument(ctx.db, ctx.account.id, operation.key) : undefined
  if (before) return before
  const content = fields.type === 'website' ? websiteOf(fields) : await storeFile(ctx, fields.type, fields.file!)
  const document = { knowledgebaseId, name, description, type, ...content, operationKey: operation?.key ?? null }
  try {
    return await transaction(ctx, (tx) => insertIn(tx, document))
  } catch (error) {
    // Otherwise, or if this fails, a job erases the file unless the document was stored.
    if (content.fileKey !== null && error instanceof Refusal) await ctx.files.remove(content.fileKey).catch(() => {})
    throw error
  }
}

type Content = Pick<NewDocument, 'url' | 'links' | 'relativeLinksLimit' | 'fileKey' | 'fileName' | 'fileSize'>

const noFile = { fileKey: null, fileName: null, fileSize: null }

function websiteOf({ url, links, relative_links_limit: relativeLinksLimit }: WebsiteOrFile): Content {
  const pages = (links ?? []).map((link) => (typeof link === 'string' ? link : link.link))
  return { ...noFile, url: url ?? null, links: pages, relativeLinksLimit }
}

async function storeFile(
  ctx: AccountContext,
  type: 'pdf' | 'docx' | 'txt',
  file: NonNullable<Fields['file']>,
): Promise<Content> {
  checkUploadedFile(type, file)
  const fileKey = `knowledge/${ctx.account.id}/${ctx.newId()}`
  await transaction(ctx, (tx) => eraseUnlessUsed(tx, fileKey))
  try {
    await ctx.files.putFile(fileKey, file.path, 'application/octet-stream')
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    ctx.log.error({ error }, 'the file of a document was not stored')
    throw new OutcomePending('DOCUMENT_NOT_CREATED')
  }
  return { url: null, links: [], relativeLinksLimit: null, fileKey, fileName: file.name, fileSize: file.sizeBytes }
}

const creationMs = 3_600_000
const eraseKeyOf = (fileKey: string): string => `knowledge.erase-file:${fileKey}`

/** The process may die, or lose its connection, before the document is stored. */
const eraseUnlessUsed = (tx: Tx, key: string): Promise<void> =>
  tx.addJob(eraseFileJob, { key }, { key: eraseKeyOf(key), runAt: new Date(tx.now().getTime() + creationMs) })

/** For a transaction that also creates other records. */
export const createWebsiteIn = (
  tx: Tx,
  { knowledgebaseId, name, url }: { knowledgebaseId: number; name: string; url: string },
): Promise<KnowledgeDocument> =>
  insertIn(tx, {
    ...noFile,
    ...{ knowledgebaseId, name, description: null, type: 'website', url, links: [] },
    ...{ relativeLinksLimit: defaultLinksLimit, operationKey: null },
  })

/** The knowledgebase may have been deleted in the meantime. */
async function insertIn(tx: Tx, document: NewDocument): Promise<KnowledgeDocument> {
  const accountId = tx.account.id
  if (!(await lockKnowledgebase(tx.db, accountId, document.knowledgebaseId)))
    throw new Refusal('KNOWLEDGEBASE_NOT_FOUND')
  if (document.fileSize !== null && (await sumFileSizes(tx.db, accountId)) + document.fileSize > maxAccountFileBytes)
    throw new Refusal('TOO_MUCH_STORAGE')
  const inserted = orRefuse(await insertDocument(tx.db, accountId, document, maxDocuments), 'TOO_MANY_DOCUMENTS')
  await addIngestJob(tx, { accountId, documentId: inserted.id }, document.type)
  await tx.emit('document.changed', { accountId, documentId: inserted.id, change: 'created' })
  if (document.fileKey !== null) await removeJob(tx.db, eraseKeyOf(document.fileKey))
  return inserted
}

const nouns: Record<FileFormat, string> = { pdf: 'PDF', docx: 'DOCX document', txt: 'text file' }

/** Throws `InvalidInput`. A file can look right and still be damaged, which is found when it is processed. */
function checkUploadedFile(type: FileFormat, file: UploadedFile): void {
  if (file.sizeBytes === 0) throw new InvalidInput({ file: ['The file is empty.'] })
  if (!looksLike(type, file.head)) throw new InvalidInput({ file: [`The file is not a ${nouns[type]}.`] })
}
