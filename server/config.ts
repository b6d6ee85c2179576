// Reads the configuration from the environment; no other module reads it.
import { localUrlOf, publicUrlOf } from './addresses.ts'
import { type Environment, readEnvironment } from './environment.ts'
import type { SmtpOptions } from './mail/smtp-mailer.ts'
import type { EmbeddingConfig, KeyedEmbedding } from './models/embedder.ts'
import type { VendorUrls } from './models/key-vendors.ts'
import type { LanguageModelOptions } from './models/language-models.ts'
import { localPorts } from './models/local-servers.ts'
import type { RealtimeVendorOptions } from './models/realtime.ts'
import type { RerankerOptions } from './models/reranker/reranker.ts'
import type { SpeechOptions } from './models/speech.ts'
import { readSpeechOptions } from './models/speech-vendors.ts'
import {
  calendarBaseUrls,
  callingLimits,
  campaignSettings,
  operationSettings,
  prices,
  visitorLimits,
} from './platform/context/settings.ts'
import type { S3Options } from './platform/files/s3-files.ts'
import { readMailbox } from './platform/text/mail-address.ts'
import { trimEnd } from './platform/text/trim-end.ts'
import { valuesOf } from './platform/validation/settings.ts'
import { address, processSettings } from './process-settings.ts'

export type Config = ReturnType<typeof configFrom>

export class ConfigError extends Error {}

/** `overrides` take precedence over the environment. Throws a `ConfigError`. */
export function readConfig(overrides: Record<string, string> = {}): Config {
  return configFrom({ ...process.env, ...overrides })
}

export function configFrom(env: Record<string, string | undefined>) {
  const { values, faults } = readEnvironment(env)
  if (faults) throw new ConfigError(explain(faults))
  const { publicUrl: givenUrl, ...listening } = valuesOf(address, values)
  const publicUrl = publicUrlOf({ ...listening, publicUrl: givenUrl })
  const { metricsHosts, ...others } = valuesOf(processSettings, values)
  const campaigns = valuesOf(campaignSettings, values)
  return {
    ...listening,
    ...others,
    /** The address of the server on this machine. */
    localUrl: localUrlOf(listening),
    metricsHosts: [...metricsHosts.map((host) => host.toLowerCase()), new URL(publicUrl.address).hostname],
    models: modelsOf(values),
    /** Vendors of speech recognition and synthesis. `default` hears and speaks without them, or when they fail. */
    speech: speechOf(values),
    /** Vendors of realtime models. Without them, the configured speech and language model replace them. */
    realtime: realtimeOf(values),
    /** Where the vendors of keys from the dashboard are. */
    vendorUrls: vendorUrlsOf(values),
    /** Where servers on this machine are looked for. */
    localPorts: [...localPorts, ...values.LOCAL_SERVERS],
    /** Undefined if texts are not embedded. */
    embedding: embeddingOf(values),
    /** Replaces `embedding` with a key of OpenAI from the dashboard; undefined if the environment decides. */
    keyedEmbedding: keyedEmbeddingOf(values),
    reranking: rerankingOf(values),
    /** If undefined, the sandbox carrier is used. */
    twilio: twilioOf(values),
    /** If undefined, no mail is sent. */
    mail: mailOf(values),
    /** If undefined, files are stored in the data directory. */
    s3: s3Of(values),
    /** Settings that work but are probably mistakes. */
    warnings: [...publicUrl.warnings, ...carrierWarnings(values), ...s3Warnings(values)],
    /** Without the values that are determined at startup. */
    settings: {
      ...valuesOf(operationSettings, values),
      publicUrl: publicUrl.address,
      prices: valuesOf(prices, values.PRICES),
      visitor: valuesOf(visitorLimits, values),
      calling: valuesOf(callingLimits, values),
      campaigns: { ...campaigns, callsPerSecond: campaigns.callsPerSecond ?? (isCarrierLocal(values) ? 50 : 1) },
      calendarBaseUrls: valuesOf(calendarBaseUrls, values),
      carrierIsLocal: isCarrierLocal(values),
    },
  }
}

const speechOf = (values: Environment): Omit<SpeechOptions, 'log'> => ({
  default: values.DEFAULT_SPEECH,
  recognition: values.OFFLINE_RECOGNITION,
  ...readSpeechOptions(values),
})

const isCarrierLocal = (values: Environment): boolean =>
  !values.TWILIO_ACCOUNT_SID || values.TWILIO_API_BASE_URL !== undefined

type Twilio = { accountSid: string; authToken: string; apiBaseUrl?: string | undefined }

function twilioOf(values: Environment): Twilio | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_API_BASE_URL: apiBaseUrl } = values
  return accountSid && authToken ? { accountSid, authToken, apiBaseUrl } : undefined
}

function s3Of(values: Environment): Omit<S3Options, 'limits'> | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (!bucket || !accessKeyId || !secretAccessKey) return undefined
  const { S3_REGION: region, S3_ENDPOINT: endpoint = `https://s3.${region}.amazonaws.com`, S3_PREFIX: prefix } = values
  return {
    bucket,
    region,
    endpoint: trimEnd(endpoint, '/'),
    accessKeyId,
    secretAccessKey,
    prefix: prefix ? `${trimEnd(prefix, '/')}/` : '',
  }
}

function mailOf({ SMTP_URL: url, MAIL_FROM: from }: Environment): SmtpOptions | undefined {
  if (url === undefined || from === undefined) return undefined
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    isSecure,
    user: username === '' ? undefined : decodeURIComponent(username),
    password: password === '' ? undefined : decodeURIComponent(password),
    from: readMailbox(from)!,
  }
}

function s3Warnings({ S3_BUCKET: bucket, ...values }: Environment): string[] {
  const isOtherSet = values.S3_ENDPOINT || values.S3_ACCESS_KEY_ID || values.S3_SECRET_ACCESS_KEY || values.S3_PREFIX
  if (bucket || !isOtherSet) return []
  return ['S3_BUCKET is not set, so the other S3 settings have no effect and files are stored in the data directory.']
}

function carrierWarnings({ TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token }: Environment): string[] {
  if (sid !== undefined || token === undefined) return []
  return ['TWILIO_AUTH_TOKEN is set but TWILIO_ACCOUNT_SID is not, so the sandbox carrier is used.']
}

/** A self-hosted server may have to load the model first. */
const defaultFirstTokenMs = { vendor: 15_000, ownServer: 60_000 }

type Models = Omit<LanguageModelOptions, 'log'>

function modelsOf(values: Environment): Models {
  const { MODEL_FIRST_TOKEN_TIMEOUT_MS: firstTokenTimeoutMs, OPENAI_BASE_URL: ownServer } = values
  const models: Models = {
    firstTokenTimeoutMs:
      firstTokenTimeoutMs ?? (ownServer ? defaultFirstTokenMs.ownServer : defaultFirstTokenMs.vendor),
  }
  if (values.OPENAI_API_KEY || values.OPENAI_BASE_URL) {
    models.openai = {
      apiKey: values.OPENAI_API_KEY,
      baseUrl: values.OPENAI_BASE_URL,
      model: values.OPENAI_MODEL,
      contextTokens: values.OPENAI_CONTEXT_TOKENS,
      omits: values.OPENAI_OMIT_PARAMETERS,
    }
  }
  if (values.ANTHROPIC_API_KEY)
    models.anthropic = { apiKey: values.ANTHROPIC_API_KEY, baseUrl: values.ANTHROPIC_BASE_URL }
  if (values.GOOGLE_GENERATIVE_AI_API_KEY) models.google = { apiKey: values.GOOGLE_GENERATIVE_AI_API_KEY }
  return models
}

function realtimeOf(values: Environment): RealtimeVendorOptions {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_REALTIME_URL, GOOGLE_GENERATIVE_AI_API_KEY } = values
  const ownServer = values.OPENAI_REALTIME_BASE_URL ?? baseUrlOf(OPENAI_REALTIME_URL)
  const realtime: RealtimeVendorOptions = {}
  if (OPENAI_API_KEY || ownServer) realtime.openai = { apiKey: OPENAI_API_KEY, baseUrl: ownServer ?? OPENAI_BASE_URL }
  if (GOOGLE_GENERATIVE_AI_API_KEY)
    realtime.google = { apiKey: GOOGLE_GENERATIVE_AI_API_KEY, baseUrl: values.GOOGLE_LIVE_BASE_URL }
  return realtime
}

/** Another server than OpenAI's does not get OpenAI's key, so `OPENAI_BASE_URL` is not one of them. */
function vendorUrlsOf(values: Environment): VendorUrls {
  const speech = values as Record<string, unknown>
  const urlOf = (name: string) => speech[name] as string | undefined
  return {
    anthropic: values.ANTHROPIC_BASE_URL,
    deepgram: urlOf('DEEPGRAM_BASE_URL'),
    elevenlabs: urlOf('ELEVENLABS_BASE_URL'),
    cartesia: urlOf('CARTESIA_BASE_URL'),
    azure: urlOf('AZURE_SPEECH_BASE_URL'),
    googleLive: values.GOOGLE_LIVE_BASE_URL,
  }
}

const openAiUrl = 'https://api.openai.com/v1'
const openAiEmbedding = { model: 'text-embedding-3-small', dimensions: 512 }

function embeddingOf(values: Environment): EmbeddingConfig | undefined {
  const { EMBEDDING_BASE_URL: url, OPENAI_API_KEY, OPENAI_BASE_URL, EMBEDDING_DIMENSIONS } = values
  const isOpenAi = OPENAI_API_KEY !== undefined && OPENAI_BASE_URL === undefined
  const model = values.EMBEDDING_MODEL ?? (isOpenAi ? openAiEmbedding.model : 'local')
  if (model === 'none') return undefined
  if (model === 'local') return 'local'
  return {
    baseUrl: trimEnd(url ?? OPENAI_BASE_URL ?? openAiUrl, '/'),
    model,
    // The key of OpenAI is not sent to another server.
    apiKey: values.EMBEDDING_API_KEY ?? (url ? undefined : OPENAI_API_KEY),
    dimensions: EMBEDDING_DIMENSIONS ?? (values.EMBEDDING_MODEL ? undefined : openAiEmbedding.dimensions),
  }
}

function keyedEmbeddingOf(values: Environment): KeyedEmbedding | undefined {
  const { EMBEDDING_MODEL: chosen, EMBEDDING_DIMENSIONS, OPENAI_API_KEY, OPENAI_BASE_URL } = values
  const hasServer = OPENAI_API_KEY || OPENAI_BASE_URL || values.EMBEDDING_API_KEY || values.EMBEDDING_BASE_URL
  if (hasServer || chosen === 'none' || chosen === 'local') return undefined
  const model = chosen ?? openAiEmbedding.model
  return {
    baseUrl: openAiUrl,
    model,
    dimensions: EMBEDDING_DIMENSIONS ?? (chosen ? undefined : openAiEmbedding.dimensions),
  }
}

function rerankingOf(values: Environment): RerankerOptions | undefined {
  const { RERANK_BASE_URL, RERANK_MODEL: model, RERANK_API_KEY: apiKey } = values
  return RERANK_BASE_URL && model ? { baseUrl: trimEnd(RERANK_BASE_URL, '/'), model, apiKey } : undefined
}

/** `wss://example.com/v1/realtime` becomes `https://example.com/v1`. */
const baseUrlOf = (endpoint: string | undefined): string | undefined =>
  endpoint?.replace(/^ws/, 'http').replace(/\/realtime\/?$/, '')

const explain = (faults: string[]): string => `The configuration is not valid:\n  ${faults.join('\n  ')}`

/** In CI, tests fail that are skipped elsewhere because a program is not installed. */
export const isCi = (): boolean => Boolean(process.env['CI'])

/** The server on which tests create their databases. If undefined, the embedded one is used. */
export const testDatabaseUrl = (): string | undefined => process.env['DATABASE_URL'] || undefined

/** The settings of the command line client. The default URL is that of a local server with the same settings. */
export function clientSettings(): { baseUrl: string; apiKey: string | undefined } {
  const { HOST, PORT, PARLEY_URL, PARLEY_API_KEY } = process.env
  const local = localUrlOf({ host: HOST || '127.0.0.1', port: PORT || 8080 })
  return { baseUrl: PARLEY_URL || local, apiKey: PARLEY_API_KEY || undefined }
}

/** Reads the port of the sandbox carrier without validating other settings. Throws a `ConfigError`. */
export const sandboxPort = (): number => configFrom({ SANDBOX_PORT: process.env['SANDBOX_PORT'] }).sandboxPort

/** Loads `.env` from the working directory, if it exists. Variables that are already set take precedence. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
}
