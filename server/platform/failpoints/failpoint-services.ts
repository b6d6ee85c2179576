// External services with a failpoint before and after each call.
import type { Embedder } from '#server/ports/embedder.ts'
import type { ExternalServices } from '#server/ports/external-services.ts'
import type { LanguageModel } from '#server/ports/language-model.ts'
import { failpoint, hasFailpoints, portCalls, type Seam } from './failpoint.ts'

/** Returns the services themselves unless a failpoint is armed. The failpoint after a call is hit on failure, too. */
export function placeFailpoints(services: ExternalServices): ExternalServices {
  if (!hasFailpoints()) return services
  const { carrier, fetcher, files, mailer, reranker, vectorSearch, voiceCarrier } = services
  return {
    ...services,
    carrier: surround('carrier', carrier),
    fetcher: surround('fetcher', fetcher),
    files: surround('files', files),
    mailer: surround('mailer', mailer),
    reranker: reranker && surround('reranker', reranker),
    vectorSearch: surround('vectorSearch', vectorSearch),
    voiceCarrier: surround('voiceCarrier', voiceCarrier),
  }
}

/** For the models of each account. */
export function placeModelFailpoints(model: LanguageModel): LanguageModel {
  if (!hasFailpoints()) return model
  return {
    async *stream(generation) {
      failpoint('languageModel.stream-before')
      try {
        yield* model.stream(generation)
      } finally {
        failpoint('languageModel.stream-after')
      }
    },
  }
}

/** For each embedder, because keys can change it. */
export const placeEmbedderFailpoints = (embedder: Embedder): Embedder =>
  hasFailpoints() ? surround('embedder', embedder) : embedder

function surround<S extends object>(name: Exclude<keyof typeof portCalls, 'languageModel'>, service: S): S {
  const calls = portCalls[name].map((call) => {
    const plain = service[call as keyof S] as (...args: unknown[]) => Promise<unknown>
    const surrounded = async (...args: unknown[]): Promise<unknown> => {
      failpoint(`${name}.${call}-before` as Seam)
      try {
        return await plain.apply(service, args)
      } finally {
        failpoint(`${name}.${call}-after` as Seam)
      }
    }
    return [call, surrounded]
  })
  return { ...service, ...Object.fromEntries(calls) }
}
