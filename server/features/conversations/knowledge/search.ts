// Searches the knowledgebase of an assistant within a time limit.
import { type SearchResult, searchKnowledge } from '#server/features/knowledge/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { abortable } from '#server/platform/time/abortable.ts'
import { endingAfter } from '#server/platform/time/timeout-signal.ts'

/** The parts of the time limit after which words alone decide, and after which passages are not reranked. */
const meaningShare = 0.6
const rankedShare = 0.9

export const searchToolName = 'search_knowledgebase'

export interface SearchRequest {
  knowledgebaseId: number
  query: string
  /** The number of passages. */
  limit: number
  limitMs: number
  signal: AbortSignal
}

export interface SearchFailure {
  code: 'aborted' | 'timeout' | 'unavailable' | 'internal_error'
  /** For the language model. */
  message: string
}

export type SearchOutcome =
  | { result: SearchResult; failure?: undefined }
  | { result?: undefined; failure: SearchFailure }

/** Never rejects. Failures other than the end of `signal` are logged. */
export async function searchWithin(
  ctx: AccountContext,
  { knowledgebaseId, query, limit, limitMs, signal }: SearchRequest,
): Promise<SearchOutcome> {
  const either = endingAfter(limitMs, signal)
  try {
    const search = searchKnowledge(ctx, {
      knowledgebaseId,
      query,
      limit,
      meaningMs: limitMs * meaningShare,
      rankedMs: limitMs * rankedShare,
      signal: either,
    })
    // A search that ignores the signal must not delay the answer.
    return { result: await abortable(search, either) }
  } catch (error) {
    const failure = failureOf(error, signal, either)
    const details = { account: ctx.account.id, knowledgebase: knowledgebaseId, failure: failure.code }
    if (failure.code === 'internal_error') ctx.log.error({ error, ...details }, 'a search of documents failed')
    else if (failure.code !== 'aborted') ctx.log.warn(details, 'documents could not be searched')
    return { failure }
  }
}

function failureOf(error: unknown, signal: AbortSignal, either: AbortSignal): SearchFailure {
  if (signal.aborted) return { code: 'aborted', message: 'The search was stopped.' }
  if (either.aborted) return { code: 'timeout', message: 'The documents could not be searched in time.' }
  const code = error instanceof OutsideError ? 'unavailable' : 'internal_error'
  return { code, message: 'The documents could not be searched.' }
}
