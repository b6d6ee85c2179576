// Creates a document: stores its file, and adds the job that processes it.
import type { EndpointInput } from '#contract/endpoint.ts'
import type { knowledge } from '#contract/knowledge.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type KnowledgeDocument, maxDocuments } from './documents/document.ts'
import { insertDocument, type NewDocument } from './documents/store-documents.ts'
import { checkUploadedFile } from './documents/uploaded-file.ts'
import { getKnowledgebase } from './get-knowledgebase.ts'
import { ingestJob, queueOf } from './job-specs.ts'
import { lockKnowledgebase } from './knowledgebases/store.ts'

type Fields = EndpointInput<typeof knowledge.createDocument>['body']

/** Refuses with `KNOWLEDGEBASE_NOT_FOUND`, `TOO_MANY_DOCUMENTS` or `DOCUMENT_NOT_CREATED`, or throws `InvalidInput`. */
export async function createDocument(
  ctx: AccountContext,
  knowledgebaseId: number,
  fields: Fields,
): Promise<KnowledgeDocument> {
  const { name, description = null, type } = fields
  await getKnowledgebase(ctx, knowledgebaseId)
  const content = type === 'website' ? websiteOf(fields) : await storeFile(ctx, type, fields.file!)
  try {
    return await insert(ctx, { knowledgebaseId, name, description, type, ...content })
  } catch (error) {
    if (content.fileKey !== null) await ctx.files.remove(content.fileKey)
    throw error
  }
}

type Content = Pick<NewDocument, 'url' | 'links' | 'relativeLinksLimit' | 'fileKey' | 'fileName' | 'fileSize'>

const noFile = { fileKey: null, fileName: null, fileSize: null }

function websiteOf({ url, links, relative_links_limit: relativeLinksLimit }: Fields): Content {
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
  try {
    await ctx.files.put(
      fileKey,
      await (await import('node:fs/promises')).readFile(file.path),
      'application/octet-stream',
    )
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    ctx.log.error({ error }, 'the file of a document was not stored')
    throw new Refusal('DOCUMENT_NOT_CREATED')
  }
  const fileName = file.name.slice(0, 255)
  return { url: null, links: [], relativeLinksLimit: null, fileKey, fileName, fileSize: file.sizeBytes }
}

/** The knowledgebase may have been deleted in the meantime. */
async function insert(ctx: AccountContext, document: NewDocument): Promise<KnowledgeDocument> {
  return transaction(ctx, async (tx) => {
    const accountId = tx.account.id
    if (!(await lockKnowledgebase(tx.db, accountId, document.knowledgebaseId)))
      throw new Refusal('KNOWLEDGEBASE_NOT_FOUND')
    const inserted = await insertDocument(tx.db, accountId, document, maxDocuments)
    if (!inserted) throw new Refusal('TOO_MANY_DOCUMENTS')
    const ref = { accountId, documentId: inserted.id }
    await tx.addJob(ingestJob, ref, { queue: queueOf(ref) })
    return inserted
  })
}
