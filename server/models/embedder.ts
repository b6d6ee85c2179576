// Chooses and opens the embedder: that of the environment, or OpenAI's with a key of the installation.
import type { Log } from '#server/platform/observability/log.ts'
import type { Embedder } from '#server/ports/embedder.ts'
import { localModelName, openLocalEmbedder } from './local-embedder/local-embedder.ts'
import { canRunLocalModel } from './local-embedder/local-model-support.ts'
import { createOpenAiEmbedder, type OpenAiEmbedderOptions } from './openai-embedder/openai-embedder.ts'

export type EmbeddingConfig = 'local' | OpenAiEmbedderOptions | undefined
export type KeyedEmbedding = Omit<OpenAiEmbedderOptions, 'apiKey'>

export interface EmbedderOptions {
  /** The same object until the choice changes. */
  choose(): EmbeddingConfig
  instrument(embedder: Embedder): Embedder
  log: Log
}

/** Loads nothing before the first use. */
export function openEmbedder({ choose, instrument, log }: EmbedderOptions) {
  const local = canRunLocalModel() ? openLocalEmbedder({ log }) : undefined
  const measuredLocal = local && instrument(local)
  const remote = new WeakMap<OpenAiEmbedderOptions, Embedder>()
  return {
    /** Undefined if texts are not embedded. */
    current(): Embedder | undefined {
      const config = choose()
      if (config === undefined) return undefined
      if (config === 'local') return measuredLocal
      const known = remote.get(config) ?? instrument(createOpenAiEmbedder(config))
      remote.set(config, known)
      return known
    },
    [Symbol.asyncDispose]: async () => local?.[Symbol.asyncDispose](),
  }
}

/** Describes the embedder for the operator, without secrets. */
export function describeEmbedder(config: EmbeddingConfig): { mode: 'live' | 'offline' | 'none'; detail: string } {
  if (config === undefined) return { mode: 'none', detail: 'Knowledge is searched by its words only.' }
  if (config === 'local' && !canRunLocalModel())
    return {
      mode: 'none',
      detail: `${localModelName} cannot run on this system, so knowledge is searched by its words only.`,
    }
  if (config === 'local')
    return { mode: 'offline', detail: `The built-in model ${localModelName} understands English only.` }
  const { origin, pathname } = new URL(config.baseUrl)
  const { model, dimensions } = config
  const size = dimensions === undefined ? '' : ` with ${dimensions} dimensions`
  return { mode: 'live', detail: `${model}${size} at ${origin}${pathname === '/' ? '' : pathname} embeds all texts.` }
}
