// External services with a failpoint before and after each call.
import type { Carrier } from '#server/ports/carriers.ts'
import type { Embedder } from '#server/ports/embedder.ts'
import type { ExternalServices } from '#server/ports/external-services.ts'
import type { LanguageModel } from '#server/ports/language-model.ts'
import { carrierCalls, failpoint, hasFailpoints, portCalls, type Seam } from './failpoint.ts'

/** Returns the services themselves unless a failpoint is armed. The failpoint after a call is hit on failure, too. */
export function placeFailpoints(services: ExternalServices): ExternalServices {
  if (!hasFailpoints()) return services
  const { fetcher, files, mailer, reranker, vectorSearch } = services
  return {
    ...services,
    fetcher: surround('fetcher', fetcher),
    files: surround('files', files),
    mailer: surround('mailer', mailer),
    reranker: reranker && surround('reranker', reranker),
    vectorSearch: surround('vectorSearch', vectorSearch),
  }
}

/** For each carrier. */
export function placeCarrierFailpoints(carrier: Carrier): Carrier {
  if (!hasFailpoints()) return carrier
  const { messages, calls } = carrier
  return { ...carrier, messages: surround('carrier', messages), calls: surround('voiceCarrier', calls) }
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

const surrounded = { ...carrierCalls, ...portCalls }

function surround<S extends object>(name: Exclude<keyof typeof surrounded, 'languageModel'>, service: S): S {
  const calls = surrounded[name].map((call) => {
    const plain = service[call as keyof S] as (...args: unknown[]) => Promise<unknown>
    const wrapped = async (...args: unknown[]): Promise<unknown> => {
      failpoint(`${name}.${call}-before` as Seam)
      try {
        return await plain.apply(service, args)
      } finally {
        failpoint(`${name}.${call}-after` as Seam)
      }
    }
    return [call, wrapped]
  })
  return { ...service, ...Object.fromEntries(calls) }
}
