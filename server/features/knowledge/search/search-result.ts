// What a search returns.
import type { DocumentType } from '../documents/document.ts'

export interface FoundPassage {
  /** In its document. */
  position: number
  /** Markdown. */
  text: string
  /** Outermost first. */
  headings: string[]
  /** The page of a PDF on which the passage begins. */
  page: number | null
  url: string | null
  /** ISO 639-1. */
  language: string | null
  /** Comparable within one search only. */
  score: number
  document: { id: number; name: string; type: DocumentType }
}

/**
 * How the meaning of the query was searched. `partial`: some documents have no vectors yet. `failed`: the embedding model
 * or the vector search failed, so only words were searched.
 */
export type VectorUse = 'used' | 'partial' | 'failed' | 'off' | 'unsupported_language'

export interface SearchResult {
  /** Best first. */
  passages: FoundPassage[]
  vectors: VectorUse
  reranked: boolean
  fullTextMs: number
  /** Null if no vector was needed. */
  embeddingMs: number | null
  vectorMs: number | null
  /** Null if no reranker was asked. */
  rerankingMs: number | null
  totalMs: number
}
