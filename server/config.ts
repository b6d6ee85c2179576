// Reads the configuration from the environment; no other module reads it.
import { resolve } from 'node:path'
import { localUrlOf, publicUrlOf } from './addresses.ts'
import { type Environment, readEnvironment, type roles } from './environment.ts'
import type { SmtpOptions } from './mail/smtp-mailer.ts'
import type { EmbeddingConfig } from './models/embedder.ts'
import type { LanguageModelOptions } from './models/language-models.ts'
import type { RealtimeVendorOptions } from './models/realtime.ts'
import type { RerankerOptions } from './models/reranker/reranker.ts'
import type { SpeechOptions } from './models/speech.ts'
import { readSpeechOptions } from './models/speech-vendors.ts'
import type { Settings } from './platform/context/settings.ts'
import type { Failpoint } from './platform/failpoints/failpoint.ts'
import type { S3Options } from './platform/files/s3-files.ts'
import { readMailbox } from './platform/text/mail-address.ts'
import { trimEnd } from './platform/text/trim-end.ts'

export type Role = (typeof roles)[number]

export interface Config {
  host: string
  port: number
  /** The address of the server on this machine. */
  localUrl: string
  dataDir: string
  /** How people run the command line, for the banner. */
  command: string
  /** Serves the dashboard, and builds it if needed. */
  hasDashboard: boolean
  /** If undefined, the embedded PostgreSQL is used. */
  databaseUrl: string | undefined
  roles: Role[]
  /** The maximum number of concurrent jobs of one account that wait for external services, in this process. */
  jobsPerAccount: number
  /** How long calls may continue when the process stops. */
  drainMs: number
  logLevel: string
  allowPrivate: string[]
  trustedProxies: string[]
  /** Origins whose pages can call the API with an API key. */
  corsOrigins: string[]
  /** Host names for which `/metrics` answers, besides loopback names and IP addresses. */
  metricsHosts: string[]
  models: Omit<LanguageModelOptions, 'log'>
  /** Vendors of speech recognition and synthesis. `default` hears and speaks without them, or when they fail. */
  speech: Omit<SpeechOptions, 'log'>
  /** Vendors of realtime models. Without them, the configured speech and language model replace them. */
  realtime: RealtimeVendorOptions
  /** Undefined if texts are not embedded. */
  embedding: EmbeddingConfig
  reranking: RerankerOptions | undefined
  /** 32 bytes in base64. If undefined, the key in the data directory is used or created. */
  masterKey: string | undefined
  /** If undefined, the sandbox carrier is used. */
  twilio: { accountSid: string; authToken: string; apiBaseUrl?: string } | undefined
  sandboxPort: number
  /** The address on which the sandbox carrier listens. */
  sandboxHost: string
  /** If undefined, no mail is sent. */
  mail: SmtpOptions | undefined
  /** If undefined, files are stored in the data directory. */
  s3: Omit<S3Options, 'limits'> | undefined
  /** Where the process exits, for tests. */
  failpoint: Failpoint | undefined
  /** Settings that work but are probably mistakes. */
  warnings: string[]
  /** Without the values that are determined at startup. */
  settings: Omit<Settings, 'masterKey' | 'carrierAccount' | 'realtimeVendors' | 'mediaUrl' | 'hasMail' | 'sandboxPage'>
}

export class ConfigError extends Error {}

/** `overrides` take precedence over the environment. Throws a `ConfigError`. */
export function readConfig(overrides: Record<string, string> = {}): Config {
  return configFrom({ ...process.env, ...overrides })
}

export function configFrom(env: Record<string, string | undefined>): Config {
  const { values, faults } = readEnvironment(env)
  if (faults) throw new ConfigError(explain(faults))
  const publicUrl = publicUrlOf(values)
  return {
    host: values.HOST,
    port: values.PORT,
    localUrl: localUrlOf(values),
    dataDir: resolve(values.DATA_DIR),
    command: values.PARLEY_COMMAND,
    hasDashboard: values.DASHBOARD === 'on',
    databaseUrl: values.DATABASE_URL,
    roles: values.PARLEY_ROLES,
    jobsPerAccount: values.JOBS_PER_ACCOUNT,
    drainMs: values.DRAIN_SECONDS * 1000,
    logLevel: values.LOG_LEVEL,
    allowPrivate: values.ALLOW_PRIVATE_ADDRESSES,
    trustedProxies: values.TRUSTED_PROXIES,
    corsOrigins: values.CORS_ORIGINS,
    metricsHosts: [...values.METRICS_HOSTS.map((host) => host.toLowerCase()), new URL(publicUrl.address).hostname],
    models: modelsOf(values),
    speech: { default: values.DEFAULT_SPEECH, ...readSpeechOptions(values) },
    realtime: realtimeOf(values),
    embedding: embeddingOf(values),
    reranking: rerankingOf(values),
    masterKey: values.MASTER_KEY,
    twilio: twilioOf(values),
    sandboxPort: values.SANDBOX_PORT,
    sandboxHost: values.SANDBOX_HOST,
    mail: mailOf(values),
    s3: s3Of(values),
    failpoint: values.FAILPOINT,
    warnings: [...publicUrl.warnings, ...carrierWarnings(values), ...s3Warnings(values)],
    settings: {
      inboundPauseMs: values.INBOUND_PAUSE_MS,
      calendarBaseUrls: {
        calcom: values.CALCOM_BASE_URL ?? 'https://api.cal.com',
        calendly: values.CALENDLY_BASE_URL ?? 'https://api.calendly.com',
      },
      publicUrl: publicUrl.address,
      prices: {
        widgetMessageMicros: micros(values.PRICES.widget_message),
        apiMessageMicros: micros(values.PRICES.api_message),
        chatappMessageMicros: micros(values.PRICES.chatapp_message),
        smsSegmentMicros: micros(values.PRICES.sms_segment),
        callMinuteMicros: micros(values.PRICES.call_minute),
        carrierMinuteMicros: micros(values.PRICES.carrier_minute),
        minuteMicros: micros(values.PRICES.minute),
        creditMicros: micros(values.PRICES.credit),
      },
      anonymousTestMessagesPerDay: values.ANONYMOUS_TEST_MESSAGES_PER_DAY,
      visitor: {
        conversationsPerMinutePerAddress: values.VISITOR_CONVERSATIONS_PER_MINUTE,
        messagesPerMinutePerAddress: values.VISITOR_MESSAGES_PER_MINUTE,
        readsPerMinutePerAddress: values.VISITOR_READS_PER_MINUTE,
        messagesPerConversation: values.VISITOR_MESSAGES_PER_CONVERSATION,
        messagesPerDay: values.VISITOR_MESSAGES_PER_DAY,
        messagesPerDayPerAddress: values.VISITOR_MESSAGES_PER_DAY_PER_ADDRESS,
        spendPerDayMicros: micros(values.VISITOR_SPEND_PER_DAY_USD),
        callsPerMinutePerAddress: values.VISITOR_CALLS_PER_MINUTE,
        callsPerDayPerAddress: values.VISITOR_CALLS_PER_DAY_PER_ADDRESS,
        callsPerAddress: values.VISITOR_CALLS_AT_ONCE,
        callSeconds: values.VISITOR_CALL_MINUTES * 60,
        filesPerMinutePerAddress: values.VISITOR_FILES_PER_MINUTE,
        fileBytesPerDay: values.VISITOR_FILE_MB_PER_DAY * 2 ** 20,
        fileBytesPerDayPerAddress: values.VISITOR_FILE_MB_PER_DAY_PER_ADDRESS * 2 ** 20,
      },
      calling: {
        concurrentCalls: values.CONCURRENT_CALLS,
        callsPerMinute: values.CALLS_PER_MINUTE,
        callsPerHourToNumber: values.CALLS_PER_HOUR_TO_NUMBER,
        callsPerHourToPrefix: values.CALLS_PER_HOUR_TO_PREFIX,
        spendPerHourMicros: micros(values.CALL_SPEND_PER_HOUR_USD),
        spendPerDayMicros: micros(values.CALL_SPEND_PER_DAY_USD),
      },
      assistantTestRunsPerDay: values.ASSISTANT_TEST_RUNS_PER_DAY,
      automationRunDays: values.AUTOMATION_RUN_DAYS,
      callsPerProcess: values.CALLS_PER_PROCESS,
      campaigns: {
        callsPerSecond: values.CAMPAIGN_CALLS_PER_SECOND ?? (isCarrierLocal(values) ? 50 : 1),
        disabledChannels: values.DISABLED_CHANNELS,
      },
      requestsPerMinute: values.REQUESTS_PER_MINUTE,
      carrierIsLocal: isCarrierLocal(values),
    },
  }
}

const isCarrierLocal = (values: Environment): boolean =>
  !values.TWILIO_ACCOUNT_SID || values.TWILIO_API_BASE_URL !== undefined

function twilioOf(values: Environment): Config['twilio'] {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_API_BASE_URL: apiBaseUrl } = values
  return accountSid && authToken ? { accountSid, authToken, apiBaseUrl } : undefined
}

function s3Of(values: Environment): Config['s3'] {
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

function modelsOf(values: Environment): Config['models'] {
  const { MODEL_FIRST_TOKEN_TIMEOUT_MS: firstTokenTimeoutMs, OPENAI_BASE_URL: ownServer } = values
  const models: Config['models'] = {
    firstTokenTimeoutMs:
      firstTokenTimeoutMs ?? (ownServer ? defaultFirstTokenMs.ownServer : defaultFirstTokenMs.vendor),
  }
  if (values.OPENAI_API_KEY || values.OPENAI_BASE_URL) {
    models.openai = { apiKey: values.OPENAI_API_KEY, baseUrl: values.OPENAI_BASE_URL, model: values.OPENAI_MODEL }
  }
  if (values.ANTHROPIC_API_KEY)
    models.anthropic = { apiKey: values.ANTHROPIC_API_KEY, baseUrl: values.ANTHROPIC_BASE_URL }
  if (values.GOOGLE_GENERATIVE_AI_API_KEY) models.google = { apiKey: values.GOOGLE_GENERATIVE_AI_API_KEY }
  return models
}

function realtimeOf(values: Environment): Config['realtime'] {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_REALTIME_URL, GOOGLE_GENERATIVE_AI_API_KEY } = values
  const ownServer = values.OPENAI_REALTIME_BASE_URL ?? baseUrlOf(OPENAI_REALTIME_URL)
  const realtime: Config['realtime'] = {}
  if (OPENAI_API_KEY || ownServer) realtime.openai = { apiKey: OPENAI_API_KEY, baseUrl: ownServer ?? OPENAI_BASE_URL }
  if (GOOGLE_GENERATIVE_AI_API_KEY)
    realtime.google = { apiKey: GOOGLE_GENERATIVE_AI_API_KEY, baseUrl: values.GOOGLE_LIVE_BASE_URL }
  return realtime
}

const openAiUrl = 'https://api.openai.com/v1'

function embeddingOf(values: Environment): Config['embedding'] {
  const { EMBEDDING_BASE_URL: url, OPENAI_API_KEY, OPENAI_BASE_URL, EMBEDDING_DIMENSIONS } = values
  const isOpenAi = OPENAI_API_KEY !== undefined && OPENAI_BASE_URL === undefined
  const model = values.EMBEDDING_MODEL ?? (isOpenAi ? 'text-embedding-3-small' : 'local')
  if (model === 'none') return undefined
  if (model === 'local') return 'local'
  return {
    baseUrl: trimEnd(url ?? OPENAI_BASE_URL ?? openAiUrl, '/'),
    model,
    // The key of OpenAI is not sent to another server.
    apiKey: values.EMBEDDING_API_KEY ?? (url ? undefined : OPENAI_API_KEY),
    dimensions: EMBEDDING_DIMENSIONS ?? (values.EMBEDDING_MODEL ? undefined : 512),
  }
}

function rerankingOf({ RERANK_BASE_URL, RERANK_MODEL: model, RERANK_API_KEY: apiKey }: Environment) {
  return RERANK_BASE_URL && model ? { baseUrl: trimEnd(RERANK_BASE_URL, '/'), model, apiKey } : undefined
}

/** `wss://example.com/v1/realtime` becomes `https://example.com/v1`. */
const baseUrlOf = (endpoint: string | undefined): string | undefined =>
  endpoint?.replace(/^ws/, 'http').replace(/\/realtime\/?$/, '')

const micros = (dollars: number): number => Math.round(dollars * 1_000_000)

const explain = (faults: string[]): string => `The configuration is not valid:\n  ${faults.join('\n  ')}`

/** The server on which tests create their databases. If undefined, the embedded one is used. */
export const testDatabaseUrl = (): string | undefined => process.env['DATABASE_URL'] || undefined

/** The settings of the command line client. The default URL is that of a local server with the same settings. */
export function clientSettings(): { baseUrl: string; apiKey: string | undefined } {
  const { HOST, PORT, PARLEY_URL, PARLEY_API_KEY } = process.env
  const local = localUrlOf({ HOST: HOST || '127.0.0.1', PORT: PORT || 8080 })
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
