// External services with a failpoint before and after each call.
import type { ExternalServices } from '#server/ports/external-services.ts'
import { failpoint, hasFailpoints, portCalls, type Seam } from './failpoint.ts'

/** Returns the services themselves unless a failpoint is armed. The failpoint after a call is hit on failure, too. */
export function placeFailpoints(services: ExternalServices): ExternalServices {
  if (!hasFailpoints()) return services
  const { carrier, fetcher, files, languageModel, speechToText, textToSpeech } = services
  return {
    speechToText,
    textToSpeech,
    carrier: surround('carrier', carrier),
    fetcher: surround('fetcher', fetcher),
    files: surround('files', files),
    languageModel: {
      async *stream(generation) {
        failpoint('languageModel.stream-before')
        try {
          yield* languageModel.stream(generation)
        } finally {
          failpoint('languageModel.stream-after')
        }
      },
    },
  }
}

function surround<S extends object>(name: 'carrier' | 'fetcher' | 'files', service: S): S {
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
