// The knowledgebase as stored.
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export type KnowledgebaseStatus = 'empty' | 'processing' | 'active' | 'failed'

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
