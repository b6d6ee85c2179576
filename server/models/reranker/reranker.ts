// Reranks texts on a server with the rerank endpoint of Cohere, Jina, vLLM and Infinity.

import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import { type JsonServer, postJson, ServerFailure } from '#server/platform/vendor-json/post-json.ts'
import type { RankedText, Reranker } from '#server/ports/reranker.ts'

export interface RerankerOptions {
  /** `/rerank` is appended, such as `https://api.cohere.com/v2` or `https://api.jina.ai/v1`. */
  baseUrl: string
  model: string
  apiKey?: string
  /** Default: 1,000. */
  timeoutMs?: number
}

const maxQueryCharacters = 2_000
const maxTextCharacters = 8_000

/**
 * Protocol: https://docs.cohere.com/reference/rerank, https://jina.ai/reranker,
 * https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html
 */
export function createReranker({ baseUrl, model, apiKey, timeoutMs = 1_000 }: RerankerOptions): Reranker {
  // Some servers return the texts, too.
  const server: JsonServer = {
    name: 'The rerank server',
    url: `${baseUrl}/rerank`,
    apiKey,
    maxResponseBytes: 8 * 2 ** 20,
  }
  return {
    name: model,
    async rerank(query, texts, { limit, signal }) {
      signal?.throwIfAborted()
      const top = Math.min(limit, texts.length)
      if (top < 1) return []
      const documents = texts.map((text) => text.slice(0, maxTextCharacters).toWellFormed())
      const body = { model, query: query.slice(0, maxQueryCharacters).toWellFormed(), documents, top_n: top }
      const response = await postJson(server, body, { timeoutMs, signal })
      const ranked = readResults(response, texts.length)
      if (ranked === undefined || ranked.length < top) throw new ServerFailure(server, 'unreadable')
      return ranked.sort((a, b) => b.score - a.score).slice(0, top)
    },
  }
}

/** Undefined if a result is malformed or repeated. */
function readResults(body: unknown, count: number): RankedText[] | undefined {
  const results = isFields(body) && Array.isArray(body.results) ? (body.results as unknown[]) : []
  const ranked = new Map<number, RankedText>()
  for (const result of results) {
    const { index, relevance_score: score } = isFields(result) ? result : {}
    const isIndex = Number.isInteger(index) && Number(index) >= 0 && Number(index) < count
    if (!isIndex || typeof score !== 'number' || !Number.isFinite(score)) return undefined
    if (ranked.has(Number(index))) return undefined
    ranked.set(Number(index), { index: Number(index), score })
  }
  return [...ranked.values()]
}
