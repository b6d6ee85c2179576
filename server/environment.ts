// Reads all environment variables, with the error messages for invalid values.
import { z } from 'zod'
import { speechFaults, speechSettings } from './models/speech-vendors.ts'
import {
  calendarBaseUrls,
  callingLimits,
  campaignSettings,
  operationSettings,
  prices,
  visitorLimits,
} from './platform/context/settings.ts'
import { readMailbox } from './platform/text/mail-address.ts'
import { apiKey, commaSeparated, must, schemasOf, webUrl } from './platform/validation/settings.ts'
import { address, processSettings } from './process-settings.ts'

/** Part of the names of vectors and of metrics. */
const modelCode = (be: string) =>
  must(
    z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_.:/@-]{0,99}$/)
      .optional(),
    be,
  )

const hostWithPort = /^[a-z0-9](?:[a-z0-9.-]{0,60}[a-z0-9])?:[1-9]\d{0,3}\d?$/i

/** Named by its host until it says what it is. */
function serverAt(place: string) {
  const [name = '', port] = place.split(':')
  return { name, host: name, port: Number(port) }
}

const priceList = z.strictObject(schemasOf(prices))

/** The settings of which several together configure a part of the process. */
const partSettings = {
  TWILIO_ACCOUNT_SID: must(
    z
      .string()
      .regex(/^AC[0-9a-fA-F]{32}$/)
      .optional(),
    'AC and 32 hexadecimal digits',
  ),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_API_BASE_URL: webUrl(),
  SMTP_URL: must(
    z
      .url({ protocol: /^smtps?$/, hostname: /./ })
      .refine(isDecodable)
      .optional(),
    'a URL such as smtps://user:password@smtp.example.com:465, with special characters in the password encoded, such as %40',
  ),
  MAIL_FROM: must(
    z
      .string()
      .max(320)
      .refine((text) => readMailbox(text) !== undefined)
      .optional(),
    'an address such as parley@example.com or Parley <parley@example.com>',
  ),
  S3_BUCKET: must(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    'the name of a bucket',
  ),
  S3_REGION: must(
    z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/)
      .default('us-east-1'),
    'a region such as eu-central-1',
  ),
  S3_ENDPOINT: webUrl(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PREFIX: must(
    z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_/-]{0,99}$/)
      .optional(),
    'a path of at most 100 letters, digits, _, - and /',
  ),
  MODEL_FIRST_TOKEN_TIMEOUT_MS: must(
    z.coerce.number().int().min(1000).max(90_000).optional(),
    'a whole number from 1,000 to 90,000',
  ),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: webUrl(),
  OPENAI_MODEL: z.string().optional(),
  OPENAI_CONTEXT_TOKENS: must(
    z.coerce.number().int().min(1_024).max(10_000_000).optional(),
    'a whole number from 1,024 to 10,000,000',
  ),
  LOCAL_SERVERS: must(
    commaSeparated('').pipe(z.array(z.string().regex(hostWithPort).transform(serverAt)).max(10)),
    'up to ten hosts with a port, such as ollama:11434, separated by commas',
  ),
  OPENAI_OMIT_PARAMETERS: must(
    commaSeparated('').pipe(z.array(z.string().regex(/^[a-z_]{1,40}$/))),
    'names of parameters such as temperature,stream_options, separated by commas',
  ),
  OPENAI_REALTIME_BASE_URL: webUrl(),
  OPENAI_REALTIME_URL: must(
    z
      .url({ protocol: /^(?:http|ws)s?$/ })
      .refine((url) => /\/realtime\/?$/.test(url))
      .optional(),
    'a URL that begins with wss:// or ws:// and ends with /realtime',
  ),
  EMBEDDING_MODEL: modelCode('local, none or the code of a model'),
  EMBEDDING_BASE_URL: webUrl(),
  EMBEDDING_API_KEY: apiKey(),
  EMBEDDING_DIMENSIONS: must(z.coerce.number().int().min(8).max(4096).optional(), 'a whole number from 8 to 4,096'),
  RERANK_BASE_URL: webUrl(),
  RERANK_MODEL: modelCode('the code of a model'),
  RERANK_API_KEY: apiKey(),
  ANTHROPIC_API_KEY: z.string().optional(),
  ANTHROPIC_BASE_URL: webUrl(),
  GOOGLE_GENERATIVE_AI_API_KEY: z.string().optional(),
  GOOGLE_LIVE_BASE_URL: webUrl(),
  DEFAULT_SPEECH: must(z.enum(['offline', 'scripted']).default('offline'), 'offline or scripted'),
  OFFLINE_RECOGNITION: must(z.enum(['base', 'tiny']).default('base'), 'base or tiny'),
  PRICES: z.string().default('{}').transform(readJson).pipe(priceList),
}

const groups = [
  address,
  processSettings,
  operationSettings,
  visitorLimits,
  callingLimits,
  campaignSettings,
  calendarBaseUrls,
]

/** All environment variables. `valuesOf` reads the groups, and `readSpeechOptions` the settings of speech vendors. */
export const shape: Readonly<Record<string, z.ZodType>> = {
  ...Object.assign({}, ...groups.map(schemasOf)),
  ...partSettings,
  ...speechSettings,
}

const environment = z.object(shape)

export const settingNames = Object.keys(shape)

/** The values of the other settings are read by `valuesOf`. */
export type Environment = z.output<z.ZodObject<typeof partSettings>>

/** Returns all errors. They contain no values, which may be secret. An empty string counts as not set. */
export function readEnvironment(
  env: Record<string, string | undefined>,
): { values: Environment; faults?: undefined } | { values?: undefined; faults: string[] } {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(variables)
  const faults = [...new Set([...(parsed.error?.issues ?? []).flatMap(messagesOf), ...faultsBetween(variables)])]
  return parsed.success && faults.length === 0 ? { values: parsed.data as unknown as Environment } : { faults }
}

function messagesOf({ path, ...issue }: z.core.$ZodIssue): string[] {
  const [name, field] = path as [string, string?]
  if (name === 'PRICES' && issue.code !== 'custom') return priceFaults(field, issue)
  const meta = shape[name]?.meta() as { must?: string } | undefined
  return [`${name} ${meta?.must ?? issue.message}.`]
}

function priceFaults(field: string | undefined, issue: { code?: string; keys?: string[] }): string[] {
  const names = Object.keys(priceList.shape).join(', ')
  if (issue.code === 'unrecognized_keys')
    return (issue.keys ?? []).map((key) => `PRICES has no ${key}; its fields are ${names}.`)
  if (field === undefined) return ['PRICES must be a JSON object.']
  const more = field === 'minute' || field === 'credit' ? 'more than 0' : '0 or more'
  return [`PRICES: ${field} must be a number of US dollars, ${more}.`]
}

/** If the first variable is set, the second one must be, too. */
const required = [
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID'],
  ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
  ['EMBEDDING_BASE_URL', 'EMBEDDING_MODEL'],
  ['RERANK_BASE_URL', 'RERANK_MODEL'],
  ['RERANK_MODEL', 'RERANK_BASE_URL'],
] as const

function faultsBetween(variables: Record<string, unknown>): string[] {
  const faults = required.flatMap(([name, needs]) =>
    variables[name] !== undefined && variables[needs] === undefined ? [`${needs} must be set if ${name} is.`] : [],
  )
  return [...faults, ...speechFaults(variables)]
}

/** The user and the password are encoded correctly. */
function isDecodable(url: string): boolean {
  const { username, password } = new URL(url)
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

function readJson(text: string, check: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch {
    check.addIssue({ code: 'custom', message: 'must be valid JSON' })
    return z.NEVER
  }
}
