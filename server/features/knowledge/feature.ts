// The manifest of knowledgebases.
import type { Feature } from '#server/platform/feature.ts'
import { knowledgeCrons, knowledgeJobs } from './jobs.ts'
import { retainedDocuments } from './retain-documents.ts'
import { knowledgeHandlers } from './routes.ts'

export const knowledge = {
  name: 'knowledge',
  handlers: { knowledge: knowledgeHandlers },
  jobs: knowledgeJobs,
  crons: knowledgeCrons,
  personalData: {
    tables: [
      'knowledge_documents',
      'knowledge_pages',
      'knowledge_passages',
      'knowledge_postings',
      'knowledge_words',
      'knowledge_vectors',
    ],
    retained: retainedDocuments,
  },
} satisfies Feature
