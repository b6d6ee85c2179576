// Opens the configured embedder.
import type { Log } from '#server/platform/observability/log.ts'
import type { Embedder } from '#server/ports/embedder.ts'
import { localModelName, openLocalEmbedder } from './local-embedder/local-embedder.ts'
import { canRunLocalModel } from './local-embedder/local-model-support.ts'
import { createOpenAiEmbedder, type OpenAiEmbedderOptions } from './openai-embedder/openai-embedder.ts'

export type EmbeddingConfig = 'local' | OpenAiEmbedderOptions | undefined

/** Loads nothing before the first use. */
export function openEmbedder(config: EmbeddingConfig, log: Log): { embedder: Embedder | undefined } & AsyncDisposable {
  if (config === 'local') {
    if (!canRunLocalModel()) return { embedder: undefined, [Symbol.asyncDispose]: async () => {} }
    const embedder = openLocalEmbedder({ log })
    return { embedder, [Symbol.asyncDispose]: () => embedder[Symbol.asyncDispose]() }
  }
  return { embedder: config && createOpenAiEmbedder(config), [Symbol.asyncDispose]: async () => {} }
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
