// Embeds texts on a server that implements OpenAI's protocol.
import { setTimeout as wait } from 'node:timers/promises'
import { OutsideError } from '#server/platform/outside-error.ts'
import { createSlots } from '#server/platform/slots.ts'
import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import { type JsonServer, postJson, ServerFailure } from '#server/platform/vendor-json/post-json.ts'
import type { Embedder } from '#server/ports/embedder.ts'

export interface OpenAiEmbedderOptions {
  /** Ends with the version, such as `https://api.openai.com/v1`. */
  baseUrl: string
  model: string
  apiKey?: string
  /** Sent to the server. Without it, each response must have as many as the one before. */
  dimensions?: number
  limits?: Partial<EmbedderLimits>
}

export interface EmbedderLimits {
  /** For one batch with its retries. */
  timeoutMs: { query: number; passage: number }
  /** The delay before the first retry; it doubles with each one. */
  retryAfterMs: { query: number; passage: number }
  maxRetries: { query: number; passage: number }
}

const defaults: EmbedderLimits = {
  timeoutMs: { query: 3_000, passage: 60_000 },
  retryAfterMs: { query: 200, passage: 500 },
  maxRetries: { query: 1, passage: 5 },
}
/** Batches of passages that one process requests at the same time. Queries do not wait for them. */
const concurrentBatches = 2

/** Protocol: https://platform.openai.com/docs/api-reference/embeddings/create */
export function createOpenAiEmbedder({ baseUrl, model, apiKey, dimensions, limits }: OpenAiEmbedderOptions): Embedder {
  const { timeoutMs, retryAfterMs, maxRetries } = { ...defaults, ...limits }
  const server: JsonServer = {
    name: 'The embedding server',
    url: `${baseUrl}/embeddings`,
    apiKey,
    maxResponseBytes: 16 * 2 ** 20,
  }
  const slots = createSlots(concurrentBatches)
  const vectors = createVectorReader(server, dimensions)

  async function request(
    input: readonly string[],
    purpose: 'query' | 'passage',
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    const deadlineMs = performance.now() + timeoutMs[purpose]
    for (let retries = 0; ; retries++) {
      try {
        const body = { model, input, encoding_format: 'float', dimensions }
        return vectors.read(
          await postJson(server, body, { timeoutMs: deadlineMs - performance.now(), signal }),
          input.length,
        )
      } catch (error) {
        if (!(error instanceof ServerFailure && error.retryable) || retries >= maxRetries[purpose]) throw error
        // Jitter, so that processes that were refused together do not return together.
        const backoffMs = retryAfterMs[purpose] * 2 ** retries * (0.75 + Math.random() / 2)
        const pauseMs = Math.max(error.retryAfterMs ?? 0, backoffMs)
        if (performance.now() + pauseMs >= deadlineMs) throw error
        await wait(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
      }
    }
  }

  return {
    name: dimensions === undefined ? `openai/${model}` : `openai/${model}/${dimensions}`,
    languages: undefined,
    pieceCharacters: undefined,
    async embed(texts, { purpose, signal }) {
      signal?.throwIfAborted()
      if (texts.some((text) => text.trim() === ''))
        throw new OutsideError('bad_request', 'A text to embed is blank.', { retryable: false })
      // If one batch fails, the others are canceled.
      const failed = new AbortController()
      const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal
      const embedBatch = (batch: readonly string[]) =>
        purpose === 'query' ? request(batch, purpose, either) : slots.run(() => request(batch, purpose, either), either)
      try {
        return (await Promise.all(batchesOf(texts).map(embedBatch))).flat()
      } catch (error) {
        failed.abort(error)
        throw error
      }
    },
  }
}

/** OpenAI accepts 8,191 tokens a text; in languages with dense tokens, a character is about one. */
const maxCharacters = 8_000
/** Text Embeddings Inference accepts 32 texts by default. OpenAI accepts more, but large responses take long to parse. */
const maxTexts = 32
const maxBytes = 200_000

/** Truncates long texts. */
function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = []
  let bytes = 0
  for (const text of texts) {
    const taken = text.slice(0, maxCharacters).toWellFormed()
    const more = Buffer.byteLength(taken)
    const last = batches.at(-1)
    if (last && last.length < maxTexts && bytes + more <= maxBytes) {
      last.push(taken)
      bytes += more
    } else {
      batches.push([taken])
      bytes = more
    }
  }
  return batches
}

const maxDimensions = 4_096

/**
 * Vectors must have the dimensions of the configuration, or else of the response before. A response with other dimensions
 * fails once, so that neither a faulty response nor a new model prevents all later ones.
 */
function createVectorReader(server: JsonServer, configured: number | undefined) {
  let dimensions = configured
  return {
    /** Returns `count` vectors of unit length in the order of the request. */
    read(body: unknown, count: number): Float32Array[] {
      const vectors = new Array<Float32Array | undefined>(count).fill(undefined)
      const data = isFields(body) && Array.isArray(body.data) ? (body.data as unknown[]) : []
      if (data.length !== count) throw new ServerFailure(server, 'unreadable')
      for (const item of data) {
        const { index, embedding } = isFields(item) ? item : {}
        const vector = unitVector(embedding)
        const isNew = typeof index === 'number' && index in vectors && vectors[index] === undefined
        if (!vector || !isNew) throw new ServerFailure(server, 'unreadable')
        dimensions ??= vector.length
        if (vector.length !== dimensions) {
          const expected = dimensions
          dimensions = configured
          throw wrongDimensions(vector.length, expected)
        }
        vectors[index] = vector
      }
      return vectors as Float32Array[]
    },
  }
}

/** Undefined if these are not finite numbers or all are zero. */
function unitVector(embedding: unknown): Float32Array | undefined {
  if (!Array.isArray(embedding) || embedding.length === 0 || embedding.length > maxDimensions) return undefined
  let squares = 0
  for (const component of embedding as unknown[]) {
    if (typeof component !== 'number') return undefined
    squares += component * component
  }
  const length = Math.sqrt(squares)
  if (!(length > 0 && Number.isFinite(length))) return undefined
  return Float32Array.from(embedding as number[], (component) => component / length)
}

function wrongDimensions(actual: number, expected: number): OutsideError {
  const message = `The embedding server sent a vector of ${actual} dimensions instead of ${expected}.`
  return new OutsideError('wrong_dimensions', message, { retryable: false })
}
