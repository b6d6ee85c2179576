// Keeps the embedding model and the vectors of a knowledgebase loaded while a call is open.
import type { AccountContext } from '#server/platform/context/context.ts'
import { warmUpSearch } from './search-knowledge.ts'

/** The processes of the model and of the vectors end after three minutes without requests. */
const defaultEveryMs = 120_000

/**
 * Returns a function that ends this. `knowledgebaseOf` is asked again each time, because a call can be transferred to an
 * assistant with another knowledgebase, or with none.
 */
export function keepSearchWarm(
  ctx: AccountContext,
  knowledgebaseOf: () => number | null,
  everyMs = defaultEveryMs,
): () => void {
  const timer = setInterval(() => {
    const id = knowledgebaseOf()
    if (id !== null) void warmUpSearch(ctx, id)
  }, everyMs).unref()
  return () => clearInterval(timer)
}
