// Endpoints of the documents of a knowledgebase.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import {
  id,
  intBetween,
  isoMicros,
  message,
  requiredText,
  text,
  timestamps,
  uploadedFile,
  webUrl,
} from '../wire/fields.ts'
import { notFound } from '../wire/records.ts'

export const documentType = z.enum(['website', 'pdf', 'txt', 'docx'])

export const name = requiredText(255)
export const description = text(255).nullable()

export const documentStatus = z.enum(['processing', 'active', 'failed'])

const summary = {
  id,
  name: z.string(),
  description: z.string().nullable(),
  type: documentType,
  type_label: z.string().meta({ example: 'Website' }),
  status: documentStatus,
  status_label: z.string().meta({ example: 'Processing' }),
}

const document = z
  .object({
    ...summary,
    error: z.string().nullable().meta({ description: 'Why the document failed.' }),
    warnings: z.array(z.string()).meta({
      description:
        'What is missing from an active document: pages or files of which more than half of the text is hidden.',
    }),
    pages_done: z.int().nullable().meta({
      description: 'Progress: the pages of a website or PDF that have been read. Null if the document has no pages.',
    }),
    pages_known: z.int().nullable().meta({ description: 'The pages that have been found so far.' }),
    passages_count: z.int(),
    vectors: z.enum(['ready', 'pending', 'off']).meta({
      description:
        'Whether the passages can also be found by their meaning. `off` if the installation has no embedding model, or if the model does not understand the language of the document.',
    }),
    url: z.string().nullable(),
    file_name: z.string().nullable(),
    file_size: z.int().nullable().meta({ description: 'In bytes.' }),
    ...timestamps,
  })
  .meta({ id: 'KnowledgebaseDocument' })

const websitePage = z
  .object({
    url: z.string(),
    title: z.string().nullable(),
    status: z.enum(['waiting', 'done', 'failed']),
    error: z.string().nullable().meta({ description: 'Why the page has no passages.' }),
    warning: z.string().nullable().meta({ description: 'What is missing from the passages of the page.' }),
  })
  .meta({ id: 'WebsitePage' })

const pagesWithoutText = z.array(z.int()).meta({
  description:
    'The numbers of the pages of a PDF on which no text was found. Scanned pages need text recognition (OCR) before the upload.',
})

/** Existing clients send `url`, `links` and `text`. */
const typeAliases: Record<string, string> = { url: 'website', links: 'website', text: 'txt' }

const type = z
  .enum(['website', 'pdf', 'txt', 'docx', 'url', 'links', 'text'])
  .transform((word) => (typeAliases[word] ?? word) as z.infer<typeof documentType>)
  .meta({ description: '`url` and `links` are aliases of `website`, `text` of `txt`.' })

const fileType = z
  .enum(['pdf', 'txt', 'docx', 'text'])
  .transform((word) => (word === 'text' ? 'txt' : word))
  .meta({ description: '`text` is an alias of `txt`.' })

const link = z.union([z.object({ link: webUrl }), webUrl])

const maxLinks = 100
export const defaultLinksLimit = 10

const common = { name: requiredText(255), description: text(255).nullable().optional() }

const documentFile = uploadedFile({ maxBytes: 20 * 1024 * 1024 })

const newDocument = z
  .object({
    ...common,
    type,
    url: webUrl.nullable().optional().meta({
      description: 'The page of a website to begin with. Required for websites without `links`.',
    }),
    links: z
      .array(link)
      .max(maxLinks)
      .nullable()
      .optional()
      .meta({
        description: `Up to ${maxLinks} pages to read, as \`{link}\` or as strings. Links on them are not followed.`,
      }),
    relative_links_limit: intBetween(1, 50).default(defaultLinksLimit).meta({
      description:
        'The number of pages of the same website that are read besides `url`, by following its links. Pages without text and duplicates do not count, but at most three times as many pages are tried.',
    }),
    file: documentFile.optional(),
  })
  .superRefine((fields, { addIssue }) => {
    const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    const isWebsite = fields.type === 'website'
    if (isWebsite && fields.file) refuse('file', 'The :attribute field is prohibited unless type is in pdf, txt, docx.')
    if (!isWebsite && !fields.file) refuse('file', 'A file is required for this document type.')
    const hasUrl = (fields.url ?? '') !== ''
    const hasLinks = (fields.links ?? []).length > 0
    if (isWebsite && !hasUrl && !hasLinks) {
      refuse('url', 'The :attribute field is required when links is not present.')
      refuse('links', 'The :attribute field is required when url is not present.')
    }
    if (!isWebsite && hasUrl) refuse('url', 'The :attribute field is prohibited unless type is website.')
    if (!isWebsite && hasLinks) refuse('links', 'The :attribute field is prohibited unless type is website.')
  })

const newFile = z.object({ ...common, type: fileType, file: documentFile })

const missingKnowledgebase = notFound('KNOWLEDGEBASE_NOT_FOUND', 'Knowledgebase not found.')

const ofDocuments = {
  params: z.object({ knowledgebaseId: id }),
  notFoundCode: { knowledgebaseId: 'KNOWLEDGEBASE_NOT_FOUND' },
  envelope: 'error' as const,
}
const ofDocument = {
  params: z.object({ knowledgebaseId: id, documentId: id }),
  notFoundCode: { knowledgebaseId: 'KNOWLEDGEBASE_NOT_FOUND', documentId: 'DOCUMENT_NOT_FOUND' },
  refusals: { ...missingKnowledgebase, ...notFound('DOCUMENT_NOT_FOUND', 'Document not found.') },
  envelope: 'error' as const,
}

const createdDocument = z.object({ ...summary, created_at: isoMicros }).meta({ id: 'CreatedDocument' })

const creation = {
  ...ofDocuments,
  idempotent: true as const,
  status: 201 as const,
  refusals: {
    ...missingKnowledgebase,
    TOO_MANY_DOCUMENTS: { status: 422, message: 'A knowledgebase can have up to 1,000 documents.' },
    TOO_MUCH_STORAGE: { status: 422, message: 'The files of all documents can have up to 10 GB in total.' },
    DOCUMENT_NOT_CREATED: { status: 503, message: 'Failed to create document. Please try again.' },
  },
  reply: z.object({ message: z.string(), data: createdDocument }),
}

/** Part of the area of knowledge. */
export const knowledgeDocuments = {
  listDocuments: endpoint('GET', '/api/user/knowledgebases/{knowledgebaseId}/documents', {
    summary: 'List documents',
    description: 'Returns all documents of the knowledgebase, oldest first.',
    ...ofDocuments,
    refusals: missingKnowledgebase,
    reply: z.object({ data: z.array(document) }),
  }),

  createDocument: endpoint('POST', '/api/user/knowledgebases/{knowledgebaseId}/documents', {
    summary: 'Create a document',
    description:
      'Reads a website or a file and makes its text searchable. The reply comes before the processing: get the document until its `status` is `active` or `failed`. Websites are sent as JSON, files in a form. Type and content cannot be changed later; delete the document and create another one instead.',
    ...creation,
    body: newDocument,
  }),

  uploadDocument: endpoint('POST', '/api/user/knowledgebases/{knowledgebaseId}/documents/upload', {
    summary: 'Upload a document',
    description:
      'Creates a document from a file, as `POST /api/user/knowledgebases/{knowledgebaseId}/documents` does. The body is always a form, so that clients generated from this description can upload files.',
    ...creation,
    body: newFile,
  }),

  getDocument: endpoint('GET', '/api/user/knowledgebases/{knowledgebaseId}/documents/{documentId}', {
    summary: 'Get a document',
    description: 'Returns the document with its progress, the pages of a website, and the pages of a PDF without text.',
    ...ofDocument,
    reply: z.object({
      data: document.extend({ pages: z.array(websitePage), pages_without_text: pagesWithoutText }).meta({
        id: 'DocumentWithPages',
      }),
    }),
  }),

  updateDocument: endpoint('PUT', '/api/user/knowledgebases/{knowledgebaseId}/documents/{documentId}', {
    alsoMethods: ['PATCH'],
    summary: 'Update a document',
    description: 'Changes the name and the description. Missing fields stay unchanged.',
    ...ofDocument,
    body: z.object({ name: name.optional(), description: description.optional() }),
    reply: z.object({ message: z.string(), data: z.object({ ...summary, updated_at: isoMicros }) }),
  }),

  deleteDocument: endpoint('DELETE', '/api/user/knowledgebases/{knowledgebaseId}/documents/{documentId}', {
    summary: 'Delete a document',
    description: 'Deletes the document with its passages and its file. It may still be processing.',
    ...ofDocument,
    reply: message,
  }),
}
