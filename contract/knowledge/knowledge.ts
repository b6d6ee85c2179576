// Endpoints of knowledgebases and the search in them, with the passages that it returns and how their scores came about.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, intBetween, message, requiredText, timestamps } from '../wire/fields.ts'
import { ofRecord } from '../wire/records.ts'
import { description, documentType, knowledgeDocuments, name } from './knowledge-documents.ts'

const place = z.int().meta({ description: 'The best passage has place 1.' })

const explanation = z
  .object({
    words: z
      .object({
        place,
        score: z.number().meta({
          description:
            'A passage of typical length that contains every word of a short query once has about 1. Rare words count more.',
        }),
        found: z
          .array(
            z.object({
              word: z.string().meta({ description: 'A word of the query, in lower case.', example: 'opening' }),
              as: z
                .array(z.string())
                .meta({ description: 'Up to 8 forms in the passage or its headings.', example: ['open', 'opened'] }),
            }),
          )
          .meta({ description: 'The words of the query that the passage contains.' }),
      })
      .nullable()
      .meta({ description: 'The search by words. Null if it did not find the passage.' }),
    heading: z
      .object({
        text: z.string().meta({ description: 'The heading that is most similar to the query.' }),
        words: z
          .array(z.string())
          .meta({ description: 'The words that it shares with the query, in lower case and without diacritics.' }),
        similarity: z.number().meta({ description: '0 to 1. 1: the heading has the same words as the query.' }),
        factor: z.number().meta({ description: 'The score of the words is multiplied by it: 1 to 5.' }),
        place: place.meta({ description: 'The place by words and headings.' }),
      })
      .nullable()
      .meta({ description: 'Null if the search by words did not find the passage, or no heading shares a word.' }),
    meaning: z
      .object({
        place,
        similarity: z.number().meta({ description: 'The cosine similarity of the query and the passage.' }),
        score: z.number().meta({
          description:
            'What the meaning adds to the merged score: 0.95 for the most similar passage of the search, 0 for the least similar one that counts.',
        }),
      })
      .nullable()
      .meta({ description: 'The search by meaning. Null if it did not take part or did not find the passage.' }),
    merged: z.object({ place, score: z.number() }).meta({
      description:
        'Before reranking. The score is the sum of the score of the words, multiplied by the factor of the heading, and the score of the meaning.',
    }),
    reranking: z
      .object({ place, score: z.number() })
      .nullable()
      .meta({ description: 'What the reranking model said. Null if it did not take part.' }),
  })
  .meta({ id: 'KnowledgeExplanation' })

const passage = z
  .object({
    text: z.string().meta({ description: 'Markdown.' }),
    headings: z.array(z.string()).meta({ description: 'The headings above the passage, outermost first.' }),
    page: z
      .int()
      .nullable()
      .meta({ description: 'The page of a PDF. The last sentence of the passage can end on the next one.' }),
    url: z.string().nullable().meta({ description: 'The page of a website.' }),
    language: z.string().nullable().meta({ description: 'ISO 639-1.', example: 'en' }),
    score: z.number().meta({ description: 'Comparable within one search only. Higher is better.' }),
    explanation,
    document: z.object({ id, name: z.string(), type: documentType }),
  })
  .meta({ id: 'KnowledgePassage' })

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
    ...timestamps,
  })
  .meta({ id: 'Knowledgebase' })

const ofKnowledgebase = {
  ...ofRecord('KNOWLEDGEBASE_NOT_FOUND', 'Knowledgebase not found.'),
  envelope: 'error',
} as const
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

  ...knowledgeDocuments,
}
