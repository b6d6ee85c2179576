// Maps knowledgebases, documents and search results to their API representation.

import type { knowledge } from '#contract/knowledge/knowledge.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { toApi } from '#server/platform/http/replies/api-names.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { Embedder } from '#server/ports/embedder.ts'
import type { ShownDocument } from './documents/document.ts'
import type { Knowledgebase } from './knowledgebases/knowledgebase.ts'
import type { ExplainedResult } from './search/explain-search.ts'
import { understands } from './search/find-by-meaning.ts'

const statusLabels = { empty: 'Empty', processing: 'Processing', active: 'Active', failed: 'Failed' }
const typeLabels = { website: 'Website', pdf: 'PDF', txt: 'TXT', docx: 'DOCX' }

export const presentKnowledgebase = (
  knowledgebase: Knowledgebase,
  assistantsCount: number,
): ReplyOf<typeof knowledge.get>['data'] => ({
  ...toApi(knowledgebase),
  status_label: statusLabels[knowledgebase.status],
  assistants_count: assistantsCount,
})

export function presentSummary({ id, name, description, type, status, createdAt, updatedAt }: ShownDocument) {
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

export function presentDocument(
  document: ShownDocument,
  embedder: Embedder | undefined,
): ReplyOf<typeof knowledge.listDocuments>['data'][number] {
  const { error, warnings, pagesDone, pagesKnown, passagesCount, url, fileName, fileSize } = document
  return {
    ...presentSummary(document),
    error,
    warnings,
    pages_done: pagesDone,
    pages_known: pagesKnown,
    passages_count: passagesCount,
    vectors: vectorsOf(document, embedder),
    url,
    file_name: fileName,
    file_size: fileSize,
  }
}

function vectorsOf({ status, languages, embeddingModel }: ShownDocument, embedder: Embedder | undefined) {
  if (!embedder || status === 'failed') return 'off'
  if (status === 'processing') return 'pending'
  if (languages.length > 0 && !languages.some((language) => understands(embedder, language))) return 'off'
  return embeddingModel === embedder.name ? 'ready' : 'pending'
}

export function presentSearch(result: ExplainedResult): ReplyOf<typeof knowledge.search> {
  const { passages, vectors, reranked, fullTextMs, embeddingMs, vectorMs, rerankingMs, totalMs } = result
  return {
    data: passages,
    search: {
      vectors,
      reranked,
      full_text_ms: toTenths(fullTextMs),
      embedding_ms: embeddingMs === null ? null : toTenths(embeddingMs),
      vector_ms: vectorMs === null ? null : toTenths(vectorMs),
      reranking_ms: rerankingMs === null ? null : toTenths(rerankingMs),
      total_ms: toTenths(totalMs),
    },
  }
}

const toTenths = (ms: number): number => Math.round(ms * 10) / 10
