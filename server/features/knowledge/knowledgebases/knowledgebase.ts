// The knowledgebase as stored.
import type { z } from 'zod'
import type { knowledgebaseStatus } from '#contract/knowledge/knowledge.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export type KnowledgebaseStatus = z.infer<typeof knowledgebaseStatus>

export interface Knowledgebase {
  id: number
  name: string
  description: string | null
  status: KnowledgebaseStatus
  documentsCount: number
  createdAt: Timestamp
  updatedAt: Timestamp
}

export const maxKnowledgebases = 200
