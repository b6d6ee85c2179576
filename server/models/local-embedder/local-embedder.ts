// Embeds English texts with a small model in a worker process; queries take precedence over passages.
import type { Log } from '#server/platform/observability/log.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { abortable } from '#server/platform/time/abortable.ts'
import { hasProcessEnded, openWorkerProcess } from '#server/platform/worker-process/worker-process.ts'
import type { Embedder } from '#server/ports/embedder.ts'

export interface LocalEmbedderOptions {
  /** Default: the worker process of the model. */
  script?: URL
  /** The process is ended after this time without requests. Default: three minutes. */
  idleMs?: number
  /** Default: 5,000. */
  maxWaitingTexts?: number
  log?: Log
}

interface Request {
  texts: readonly string[]
  vectors: Float32Array[]
  resolve(vectors: Float32Array[]): void
  reject(error: unknown): void
}

export const localModelName = 'local/all-minilm-l6-v2'
/** Longer texts are truncated. */
const maxCharacters = 4_000
/** The texts of a batch take about 20 ms, which is how long a query waits for passages. */
const maxBatch = { texts: 4, characters: 1_000 }
/** Garbage would otherwise grow without need. */
const maxHeapMegabytes = 128
/** The first request loads the model. */
const batchTimeoutMs = 30_000

/** A query waits for one batch of passages at most. */
export function openLocalEmbedder(options: LocalEmbedderOptions = {}): Embedder & AsyncDisposable {
  const {
    script = new URL('./worker.ts', import.meta.url),
    idleMs = 3 * 60_000,
    maxWaitingTexts = 5_000,
    log,
  } = options
  const failureCode = 'local_model_failed'
  const worker = openWorkerProcess({ script, maxHeapMegabytes, timeoutMs: batchTimeoutMs, idleMs, failureCode, log })
  const queues = { query: new Set<Request>(), passage: new Set<Request>() }
  let isWorking = false

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    try {
      for (let batch = nextBatch(); batch; batch = nextBatch()) {
        finish(batch.request, await embedTexts(batch.texts))
      }
    } catch (error) {
      for (const queue of Object.values(queues)) {
        for (const request of queue) request.reject(error)
        queue.clear()
      }
    } finally {
      isWorking = false
    }
  }

  async function embedTexts(texts: string[]): Promise<Float32Array[]> {
    try {
      return await worker.request(texts)
    } catch (error) {
      if (!hasProcessEnded(error)) throw error
      return await worker.request(texts)
    }
  }

  function nextBatch() {
    const queue = queues.query.size > 0 ? queues.query : queues.passage
    const [request] = queue
    if (!request) return undefined
    // Requests alternate, so that a long document does not delay the others.
    queue.delete(request)
    queue.add(request)
    return { request, texts: batchOf(request) }
  }

  function finish(request: Request, vectors: Float32Array[]): void {
    request.vectors.push(...vectors)
    if (request.vectors.length < request.texts.length) return
    queues.query.delete(request)
    queues.passage.delete(request)
    request.resolve(request.vectors)
  }

  return {
    name: localModelName,
    languages: ['en'],
    pieceCharacters: 220,
    async embed(texts, { purpose, signal }) {
      signal?.throwIfAborted()
      if (texts.length === 0) return []
      if (texts.some((text) => text.trim() === ''))
        throw new OutsideError('bad_request', 'A text to embed is blank.', { retryable: false })
      const queue = queues[purpose]
      const waiting = Iterator.from(queue).reduce((count, request) => count + request.texts.length, 0)
      if (waiting >= maxWaitingTexts)
        throw new OutsideError('busy', 'Too many texts wait for the local embedding model.', { retryable: true })
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>()
      const request: Request = { texts, vectors: [], resolve, reject }
      queue.add(request)
      void work()
      try {
        return await abortable(promise, signal)
      } finally {
        queue.delete(request)
      }
    },
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  }
}

/** The next texts of the request: one, or some that are together about as long as the model reads at once. */
function batchOf({ texts, vectors }: Request): string[] {
  const batch: string[] = []
  let characters = 0
  for (const text of texts.slice(vectors.length, vectors.length + maxBatch.texts)) {
    characters += text.length
    if (batch.length > 0 && characters > maxBatch.characters) break
    batch.push(text.slice(0, maxCharacters))
  }
  return batch
}
