// The manifest of knowledgebases.
import type { Feature } from '#server/platform/feature.ts'
import { knowledgeCrons, knowledgeJobs } from './jobs.ts'
import { personalDocuments } from './retain-documents.ts'
import { knowledgeHandlers } from './routes.ts'

export const knowledge = {
  name: 'knowledge',
  handlers: { knowledge: knowledgeHandlers },
  jobs: knowledgeJobs,
  crons: knowledgeCrons,
  personalData: [personalDocuments],
} satisfies Feature
