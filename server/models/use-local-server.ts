// Configures a server on this machine that an operator has chosen, for what nothing else configures.
import { buildConnector } from 'undici'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { ChosenServer, LocalKind } from '#server/ports/vendors.ts'
import type { Connect } from './ai-sdk/connection.ts'
import { type ModelOptions, withOwnServer } from './key-vendors.ts'
import { type LocalPort, urlOf } from './local-servers.ts'

/** No other address of the database is used but those of `LOCAL_SERVERS`, because they are not checked otherwise. */
const localUrl = /^http:\/\/127\.0\.0\.1:\d{1,5}\/v1$/

/** Servers that cut off or drop longer requests without an error have this context unless it was changed. */
const usualContexts: Record<string, number> = { Ollama: 4_096, 'LM Studio': 4_096 }

export function useLocalServer(
  options: ModelOptions,
  { kind, name, url, model }: ChosenServer,
  ports: readonly LocalPort[] = [],
): ModelOptions {
  const { models, speech } = options
  const isLocal = localUrl.test(url) || ports.some((port) => urlOf(port) === url)
  if (!isLocal || isConfigured(options, kind)) return options
  if (kind === 'language') {
    // Without a model, each assistant keeps its own if the server has it.
    const openai = { baseUrl: url, connect: connectOnlyTo(url), contextTokens: usualContexts[name] }
    return { ...options, models: withOwnServer(models, openai) }
  }
  const vendor = kind === 'voice' ? 'openai' : 'openaiTranscription'
  return { ...options, speech: { ...speech, [vendor]: { baseUrl: url, model } } }
}

function isConfigured({ models, speech }: ModelOptions, kind: LocalKind): boolean {
  if (kind === 'language') return Boolean(models.openai || models.anthropic || models.google)
  if (kind === 'recognition') return Boolean(speech.deepgram || speech.openaiTranscription)
  return Boolean(speech.elevenlabs || speech.openai || speech.cartesia || speech.azure)
}

/** Whether the language models, the recognizer or the voices are those of the server. */
export function usesLocalServer({ models, speech }: ModelOptions, { kind, url }: ChosenServer): boolean {
  const used = { language: models.openai, recognition: speech.openaiTranscription, voice: speech.openai }[kind]
  return used?.baseUrl === url
}

function connectOnlyTo(url: string): Connect {
  const { hostname, port } = new URL(url)
  const connect = buildConnector({ timeout: 5_000, allowH2: false })
  return (target, callback) => {
    if (target.hostname === hostname && target.port === port) return connect(target, callback)
    callback(new OutsideError('address_refused', 'Only the chosen server can be used.', { retryable: false }), null)
  }
}
