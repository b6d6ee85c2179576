// The document of a knowledgebase as stored.

import type { z } from 'zod'
import type { documentStatus, documentType } from '#contract/knowledge/knowledge-documents.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export type DocumentType = z.infer<typeof documentType>
export type DocumentStatus = z.infer<typeof documentStatus>

export interface KnowledgeDocument {
  accountId: number
  id: number
  knowledgebaseId: number
  name: string
  description: string | null
  type: DocumentType
  status: DocumentStatus
  /** Why the document failed. */
  error: string | null
  url: string | null
  links: string[]
  relativeLinksLimit: number | null
  fileKey: string | null
  fileName: string | null
  fileSize: number | null
  pagesDone: number | null
  pagesKnown: number | null
  /** The numbers of pages of a PDF, such as scanned ones. */
  pagesWithoutText: number[]
  /** What is missing from the passages. */
  warnings: string[]
  attempts: number
  passagesCount: number
  languages: string[]
  embeddingModel: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export type ShownDocument = Omit<KnowledgeDocument, 'links' | 'pagesWithoutText'>

/** Identifies a document in jobs. */
export interface DocumentRef {
  accountId: number
  documentId: number
}

export const maxDocuments = 1_000

/** The files of all documents of an account. */
export const maxAccountFileBytes = 10 * 2 ** 30

/** Bounds the index of one knowledgebase, and with it the time of a search. */
export const maxPassages = 200_000
