// Embeds texts on a server that implements OpenAI's protocol.
import { setTimeout as wait } from 'node:timers/promises'
import { OutsideError } from '#server/platform/outside-error.ts'
import { createSlots } from '#server/platform/slots.ts'
import { type JsonServer, postJson, ServerFailure } from '#server/platform/vendor-json/post-json.ts'
import type { Embedder } from '#server/ports/embedder.ts'
import { batchesOf } from './batches.ts'
import { createVectorReader } from './vectors.ts'

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
