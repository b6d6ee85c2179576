// Maps knowledgebases, documents and search results to their API representation.
import type { ReplyOf } from '#contract/endpoint.ts'
import type { knowledge } from '#contract/knowledge.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { KnowledgeDocument } from './documents/document.ts'
import type { Knowledgebase } from './knowledgebases/knowledgebase.ts'
import type { SearchResult } from './search/search-result.ts'

const statusLabels = { empty: 'Empty', processing: 'Processing', active: 'Active', failed: 'Failed' }
const typeLabels = { website: 'Website', pdf: 'PDF', txt: 'TXT', docx: 'DOCX' }

export function presentKnowledgebase(
  { id, name, description, status, documentsCount, createdAt, updatedAt }: Knowledgebase,
  assistantsCount: number,
): ReplyOf<typeof knowledge.get>['data'] {
  return {
    id,
    name,
    description,
    status,
    status_label: statusLabels[status],
    documents_count: documentsCount,
    assistants_count: assistantsCount,
    created_at: toIsoMicros(createdAt),
    updated_at: toIsoMicros(updatedAt),
  }
}

export function presentSummary({ id, name, description, type, status, createdAt, updatedAt }: KnowledgeDocument) {
  return {
    id,
    name,
    description,
    type,
    type_label: typeLabels[type],
    status,
    status_label: statusLabels[status],
    created_at: toIsoMicros(createdAt),
    updated_at: toIsoMicros(updatedAt),
  }
}

/** `embeddingModel` is that of the installation. */
export function presentDocument(
  document: KnowledgeDocument,
  embeddingModel: string | undefined,
): ReplyOf<typeof knowledge.listDocuments>['data'][number] {
  const { error, pagesDone, pagesKnown, passagesCount, url, fileName, fileSize } = document
  const isPending = document.status === 'processing' || document.embeddingModel !== embeddingModel
  return {
    ...presentSummary(document),
    error,
    pages_done: pagesDone,
    pages_known: pagesKnown,
    passages_count: passagesCount,
    vectors: embeddingModel === undefined || document.status === 'failed' ? 'off' : isPending ? 'pending' : 'ready',
    url,
    file_name: fileName,
    file_size: fileSize,
  }
}

export function presentSearch(result: SearchResult): ReplyOf<typeof knowledge.search> {
  const { passages, vectors, reranked, fullTextMs, embeddingMs, vectorMs, totalMs } = result
  return {
    data: passages,
    search: {
      vectors,
      reranked,
      full_text_ms: toTenths(fullTextMs),
      embedding_ms: embeddingMs === null ? null : toTenths(embeddingMs),
      vector_ms: vectorMs === null ? null : toTenths(vectorMs),
      total_ms: toTenths(totalMs),
    },
  }
}

const toTenths = (ms: number): number => Math.round(ms * 10) / 10
