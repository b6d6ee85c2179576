// Embeds English texts with a small model in a worker process; queries take precedence over passages.
import type { Log } from '#server/platform/observability/log.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { abortable } from '#server/platform/time/abortable.ts'
import { hasProcessEnded, openWorkerProcess } from '#server/platform/worker-process/worker-process.ts'
import type { Embedder } from '#server/ports/embedder.ts'
import { maxPieceCharacters, piecesOf } from './pieces.ts'

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
  /** For each piece of a text, the index of the text. */
  pieces: { text: number; piece: string }[]
  /** The pieces before this one are embedded or being embedded. */
  next: number
  sums: Float32Array[]
  resolve(vectors: Float32Array[]): void
  reject(error: unknown): void
}

export const localModelName = 'local/universal-sentence-encoder'
const dimensions = 512
const maxPiecesPerTurn = 4
/** The model needs about 30 MB besides WebAssembly; without a limit, garbage grows to 180 MB at the same speed. */
const maxHeapMegabytes = 128
/** The first request loads the model. */
const turnTimeoutMs = 30_000

/**
 * The vector of a text that is longer than one piece is the mean of its pieces, because the model reads only 128 tokens
 * and its time grows with their number. A query waits for one turn of passages at most.
 */
export function openLocalEmbedder(options: LocalEmbedderOptions = {}): Embedder & AsyncDisposable {
  const {
    script = new URL('./worker.ts', import.meta.url),
    idleMs = 3 * 60_000,
    maxWaitingTexts = 5_000,
    log,
  } = options
  const failureCode = 'local_model_failed'
  const worker = openWorkerProcess({ script, maxHeapMegabytes, timeoutMs: turnTimeoutMs, idleMs, failureCode, log })
  const queues = { query: new Set<Request>(), passage: new Set<Request>() }
  let isWorking = false

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    try {
      for (let turn = nextTurn(); turn; turn = nextTurn()) {
        finish(turn, await embedPieces(turn.pieces.map(({ piece }) => piece)))
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

  async function embedPieces(pieces: string[]): Promise<Float32Array[]> {
    try {
      return await worker.request(pieces)
    } catch (error) {
      if (!hasProcessEnded(error)) throw error
      return await worker.request(pieces)
    }
  }

  function nextTurn() {
    const queue = queues.query.size > 0 ? queues.query : queues.passage
    const [request] = queue
    if (!request) return undefined
    // Requests take turns, so that a long document does not delay the others.
    queue.delete(request)
    queue.add(request)
    return { request, pieces: takePieces(request) }
  }

  function finish({ request, pieces }: NonNullable<ReturnType<typeof nextTurn>>, vectors: Float32Array[]): void {
    for (const [index, { text }] of pieces.entries()) add(request.sums[text]!, vectors[index]!)
    if (request.next < request.pieces.length) return
    queues.query.delete(request)
    queues.passage.delete(request)
    for (const sum of request.sums) normalize(sum)
    request.resolve(request.sums)
  }

  return {
    name: localModelName,
    languages: ['en'],
    pieceCharacters: 220,
    async embed(texts, { purpose, signal }) {
      signal?.throwIfAborted()
      if (texts.length === 0) return []
      const queue = queues[purpose]
      const waiting = Iterator.from(queue).reduce((count, { sums }) => count + sums.length, 0)
      if (waiting >= maxWaitingTexts)
        throw new OutsideError('busy', 'Too many texts wait for the local embedding model.', { retryable: true })
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>()
      const request: Request = { pieces: numberedPieces(texts), next: 0, sums: [], resolve, reject }
      request.sums = texts.map(() => new Float32Array(dimensions))
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

function numberedPieces(texts: readonly string[]): Request['pieces'] {
  return texts.flatMap((text, index) => {
    const pieces = piecesOf(text)
    if (pieces.length === 0) throw new OutsideError('bad_request', 'A text to embed is blank.', { retryable: false })
    return pieces.map((piece) => ({ text: index, piece }))
  })
}

/** The pieces of a turn are together about as long as one long piece. */
function takePieces(request: Request): Request['pieces'] {
  const taken: Request['pieces'] = []
  let characters = 0
  for (; request.next < request.pieces.length && taken.length < maxPiecesPerTurn; request.next++) {
    const piece = request.pieces[request.next]!
    characters += piece.piece.length
    if (taken.length > 0 && characters > maxPieceCharacters) break
    taken.push(piece)
  }
  return taken
}

function add(sum: Float32Array, vector: Float32Array): void {
  for (let index = 0; index < sum.length; index++) sum[index]! += vector[index]!
}

function normalize(vector: Float32Array): void {
  const length = Math.hypot(...vector)
  for (let index = 0; index < vector.length; index++) vector[index]! /= length
}
