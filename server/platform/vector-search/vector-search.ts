// Vector search in one worker process, which keeps the collections that were used last.
import type { VectorCollection, VectorHit, VectorSearch } from '#server/ports/vector-search.ts'
import type { Log } from '../observability/log.ts'
import { OutsideError } from '../outside-error.ts'
import { createSlots } from '../slots.ts'
import { abortable } from '../time/abortable.ts'
import { hasProcessEnded, openWorkerProcess } from '../worker-process/worker-process.ts'
import { createLoader } from './loader.ts'
import type { VectorRequest } from './worker.ts'

export interface VectorSearchOptions {
  log: Log
  /** The limit for the vectors of all collections. Default: 512 MiB. */
  maxBytes?: number
  /** The package of the native library. Default: `usearch`. */
  library?: string
  /** The process is ended after this time without searches. Default: three minutes. */
  idleMs?: number
}

type SearchOptions = Parameters<VectorSearch['search']>[2]

const requestTimeoutMs = 30_000
const loadTimeoutMs = 120_000
/** A call loads its collection while the phone rings. */
const defaultIdleMs = 180_000
/** Other collections can displace this one between loading and searching, or the process ends once. */
const maxAttempts = 5
/** The process answers one request after the other. Other searches wait where they can still be canceled. */
const concurrentSearches = 4

/** The process starts with the first search. After it has ended, the next searches load their collections again. */
export function openVectorSearch({
  log,
  maxBytes = 512 * 2 ** 20,
  library = 'usearch',
  idleMs = defaultIdleMs,
}: VectorSearchOptions): VectorSearch {
  let isInspected = false
  const slots = createSlots(concurrentSearches)
  const worker = openWorkerProcess({
    script: new URL('./worker.ts', import.meta.url),
    prepare: () => library,
    log,
    timeoutMs: requestTimeoutMs,
    idleMs,
    failureCode: 'vector_search_failed',
    onEnd: () => loader.forget(),
  })
  const loader = createLoader({
    send: (request) => worker.request(request),
    maxBytes,
    timeoutMs: loadTimeoutMs,
  })

  async function inspect(): Promise<void> {
    const request: VectorRequest = { type: 'inspect' }
    const fault = await worker.request<string | undefined>(request)
    if (fault !== undefined) log.warn({ library, fault }, 'vectors are searched in JavaScript, which is slower')
  }

  async function find(
    collection: VectorCollection,
    query: Int8Array,
    { limit, signal }: SearchOptions,
  ): Promise<VectorHit[]> {
    if (!isInspected) inspect().catch(() => {})
    isInspected = true
    let hasEnded = false
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      await loader.load(collection)
      const request: VectorRequest = { type: 'search', collection: collection.key, query, limit }
      try {
        const hits = await slots.run(() => worker.request<VectorHit[] | undefined>(request), signal)
        if (hits) return hits
      } catch (error) {
        if (hasEnded || !hasProcessEnded(error)) throw error
        hasEnded = true
      }
    }
    throw new OutsideError('vector_search_failed', 'Other collections displace this one.', { retryable: true })
  }

  return {
    async search(collection, query, options) {
      const { limit, signal } = options
      signal?.throwIfAborted()
      if (query.length !== collection.dimensions)
        throw new Error(`the query has ${query.length} dimensions, ${collection.key} has ${collection.dimensions}`)
      if (!(limit >= 1 && limit <= 1_000)) throw new Error('limit must be from 1 to 1,000')
      return abortable(find(collection, query, options), signal)
    },
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  }
}
