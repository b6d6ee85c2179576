// Measures the requests to embedding and reranking models.
import { Histogram, type Registry } from 'prom-client'
import type { Embedder } from '#server/ports/embedder.ts'
import type { Reranker } from '#server/ports/reranker.ts'
import { OutsideError } from '../outside-error.ts'
import { isTimeout } from '../time/timeout-signal.ts'

/** A query takes milliseconds; a document with many passages takes minutes on a slow machine. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300]

export function createEmbedderInstrument(registry: Registry): (embedder: Embedder) => Embedder {
  const durations = new Histogram({
    name: 'parley_embedding_seconds',
    help: 'Duration of embedding requests. The outcome is done, left if the caller canceled it, or the failure code.',
    labelNames: ['model', 'purpose', 'outcome'],
    buckets: seconds,
    registers: [registry],
  })
  return (embedder) => ({
    ...embedder,
    embed: (texts, options) =>
      measure(
        () => embedder.embed(texts, options),
        (outcome, duration) => durations.observe({ model: embedder.name, purpose: options.purpose, outcome }, duration),
        options.signal,
      ),
  })
}

export function instrumentReranker(reranker: Reranker | undefined, registry: Registry): Reranker | undefined {
  if (!reranker) return undefined
  const durations = new Histogram({
    name: 'parley_rerank_seconds',
    help: 'Duration of reranking requests. The outcome is done, left if the caller canceled it, or the failure code.',
    labelNames: ['model', 'outcome'],
    buckets: seconds,
    registers: [registry],
  })
  const { name: model } = reranker
  return {
    ...reranker,
    rerank: (query, texts, options) =>
      measure(
        () => reranker.rerank(query, texts, options),
        (outcome, duration) => durations.observe({ model, outcome }, duration),
        options.signal,
      ),
  }
}

async function measure<T>(
  run: () => Promise<T>,
  observe: (outcome: string, seconds: number) => void,
  signal: AbortSignal | undefined,
): Promise<T> {
  const startedMs = performance.now()
  let outcome = 'done'
  try {
    return await run()
  } catch (error) {
    outcome = outcomeOf(error, signal)
    throw error
  } finally {
    observe(outcome, (performance.now() - startedMs) / 1_000)
  }
}

function outcomeOf(error: unknown, signal: AbortSignal | undefined): string {
  if (signal?.aborted) return isTimeout(signal) ? 'timeout' : 'left'
  return error instanceof OutsideError ? error.code : 'fault'
}
