// Endpoints of knowledgebases, their documents, and the search in them.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, idParam, intBetween, isoMicros, message, requiredText, text } from '../wire/fields.ts'
import { newDocument } from './knowledge-documents.ts'
import { documentType, passage } from './knowledge-passages.ts'

export const knowledgebaseStatus = z.enum(['empty', 'processing', 'active', 'failed']).meta({
  description:
    '`processing` while a document is processed; otherwise `active` if any document is active, and `failed` if all documents failed.',
})

const knowledgebase = z
  .object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    status: knowledgebaseStatus,
    status_label: z.string().meta({ example: 'Active' }),
    documents_count: z.int(),
    assistants_count: z.int(),
    created_at: isoMicros,
    updated_at: isoMicros,
  })
  .meta({ id: 'Knowledgebase' })

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
    created_at: isoMicros,
    updated_at: isoMicros,
  })
  .meta({ id: 'KnowledgebaseDocument' })

const websitePage = z
  .object({
    url: z.string(),
    title: z.string().nullable(),
    status: z.enum(['waiting', 'done', 'failed']),
    error: z.string().nullable().meta({ description: 'Why the page has no passages.' }),
  })
  .meta({ id: 'WebsitePage' })

const pagesWithoutText = z.array(z.int()).meta({
  description:
    'The numbers of the pages of a PDF on which no text was found. Scanned pages need text recognition (OCR) before the upload.',
})

const name = requiredText(255)
const description = text(255).nullable()

const missingKnowledgebase = { KNOWLEDGEBASE_NOT_FOUND: { status: 404, message: 'Knowledgebase not found.' } }
const missingDocument = { DOCUMENT_NOT_FOUND: { status: 404, message: 'Document not found.' } }

const ofKnowledgebase = {
  params: idParam,
  notFoundCode: { id: 'KNOWLEDGEBASE_NOT_FOUND' },
  refusals: missingKnowledgebase,
  envelope: 'error' as const,
}
const ofDocuments = {
  params: z.object({ knowledgebaseId: id }),
  notFoundCode: { knowledgebaseId: 'KNOWLEDGEBASE_NOT_FOUND' },
  envelope: 'error' as const,
}
const ofDocument = {
  params: z.object({ knowledgebaseId: id, documentId: id }),
  notFoundCode: { knowledgebaseId: 'KNOWLEDGEBASE_NOT_FOUND', documentId: 'DOCUMENT_NOT_FOUND' },
  refusals: { ...missingKnowledgebase, ...missingDocument },
  envelope: 'error' as const,
}

const oneKnowledgebase = z.object({ message: z.string(), data: knowledgebase })

export const knowledge = {
  list: endpoint('GET', '/api/user/knowledgebases', {
    summary: 'List knowledgebases',
    description: 'Returns all knowledgebases of the account, oldest first.',
    envelope: 'error',
    reply: z.object({ data: z.array(knowledgebase) }),
  }),

  create: endpoint('POST', '/api/user/knowledgebases', {
    summary: 'Create a knowledgebase',
    description: 'Creates a knowledgebase without documents. An account can have up to 200.',
    body: z.object({ name, description: description.optional() }),
    status: 201,
    refusals: {
      TOO_MANY_KNOWLEDGEBASES: { status: 422, message: 'An account can have up to 200 knowledgebases.' },
    },
    envelope: 'error',
    reply: oneKnowledgebase,
  }),

  get: endpoint('GET', '/api/user/knowledgebases/{id}', {
    summary: 'Get a knowledgebase',
    description: 'Returns the knowledgebase with the status that follows from its documents.',
    ...ofKnowledgebase,
    reply: z.object({ data: knowledgebase }),
  }),

  update: endpoint('PUT', '/api/user/knowledgebases/{id}', {
    alsoMethods: ['PATCH'],
    summary: 'Update a knowledgebase',
    description: 'Missing fields stay unchanged. A `description` of null removes it.',
    ...ofKnowledgebase,
    body: z.object({ name: name.optional(), description: description.optional() }),
    reply: oneKnowledgebase,
  }),

  delete: endpoint('DELETE', '/api/user/knowledgebases/{id}', {
    summary: 'Delete a knowledgebase',
    description: 'Deletes the knowledgebase with its documents. Assistants that used it have none afterwards.',
    ...ofKnowledgebase,
    reply: message,
  }),

  search: endpoint('POST', '/api/user/knowledgebases/{id}/search', {
    access: 'read',
    audit: 'none',
    summary: 'Search a knowledgebase',
    description:
      'Returns the passages that an assistant would find for the query, best first: by their words, by their meaning where an embedding model understands the language. Their scores are added, and a reranking model, if the installation has one, orders the best 20 again. `explanation` says how each score came about.',
    ...ofKnowledgebase,
    body: z.object({
      query: requiredText(1000),
      limit: intBetween(1, 50).optional().meta({ description: 'Defaults to 5.' }),
    }),
    reply: z.object({
      data: z.array(passage),
      search: z.object({
        vectors: z.enum(['used', 'partial', 'failed', 'off', 'unsupported_language']).meta({
          description:
            'How the meaning was searched. `partial`: some documents have no vectors yet. `failed`: the embedding model did not answer, so only words were searched. `unsupported_language`: the model does not understand the language of the query, or the query is too short to tell.',
        }),
        reranked: z.boolean(),
        full_text_ms: z.number().meta({ description: 'The search by words, at the same time as the one by meaning.' }),
        embedding_ms: z.number().nullable().meta({ description: 'The embedding model. Null if it was not asked.' }),
        vector_ms: z.number().nullable().meta({ description: 'The comparison of vectors, after the embedding.' }),
        reranking_ms: z.number().nullable().meta({ description: 'The reranking model. Null if it was not asked.' }),
        total_ms: z.number(),
      }),
    }),
  }),

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
      'Reads a website or a file and makes its text searchable. The reply comes before the processing: get the document until its `status` is `active` or `failed`. Websites are sent as JSON, files as `multipart/form-data`. Type and content cannot be changed later; delete the document and create another one instead.',
    ...ofDocuments,
    body: newDocument,
    idempotent: true,
    status: 201,
    refusals: {
      ...missingKnowledgebase,
      TOO_MANY_DOCUMENTS: { status: 422, message: 'A knowledgebase can have up to 1,000 documents.' },
      TOO_MUCH_STORAGE: { status: 422, message: 'The files of all documents can have up to 10 GB in total.' },
      DOCUMENT_NOT_CREATED: { status: 503, message: 'Failed to create document. Please try again.' },
    },
    reply: z.object({ message: z.string(), data: z.object({ ...summary, created_at: isoMicros }) }),
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
