// The schema of the environment variables, and the error messages for invalid values.
import { z } from 'zod'
import { speechFaults, speechSettings } from './models/speech-vendors.ts'
import { type Failpoint, parseFailpoint } from './platform/failpoints/failpoint.ts'
import { parseAllowList } from './platform/safe-fetch/index.ts'
import { readMailbox } from './platform/text/mail-address.ts'
import { amount, apiKey, must, webUrl, wholeNumber } from './platform/validation/settings.ts'
import { visitorLimits } from './visitor-limits.ts'

export const roles = ['api', 'worker', 'voice'] as const
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const port = (preset: number) => must(wholeNumber(0, preset, 65_535), 'a port: a whole number from 0 to 65535')

/** Part of the names of vectors and of metrics. */
const modelCode = (be: string) =>
  must(
    z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_.:/@-]{0,99}$/)
      .optional(),
    be,
  )

const commaSeparated = (preset: string) =>
  z
    .string()
    .default(preset)
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )

/** In US dollars. */
const prices = z.strictObject({
  widget_message: z.number().min(0).default(0.01),
  api_message: z.number().min(0).default(0.01),
  chatapp_message: z.number().min(0).default(0.01),
  sms_segment: z.number().min(0).default(0.05),
  call_minute: z.number().min(0).default(0.1),
  carrier_minute: z.number().min(0).default(0.02),
  minute: z.number().positive().default(0.1),
  credit: z.number().positive().default(0.01),
})

const shape = {
  HOST: z.string().default('127.0.0.1'),
  PORT: port(8080),
  PUBLIC_URL: webUrl(),
  DATA_DIR: z.string().default('./data'),
  PARLEY_COMMAND: z.string().default('npm run -s parley --'),
  DASHBOARD: must(z.enum(['on', 'off']).default('on'), 'on or off'),
  DATABASE_URL: must(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'a URL that begins with postgresql://, with special characters in the password encoded, such as %40',
  ),
  PARLEY_ROLES: must(
    commaSeparated('api,worker,voice').pipe(z.array(z.enum(roles)).min(1)),
    `one or more of ${roles.join(', ')}, separated by commas`,
  ),
  JOBS_PER_ACCOUNT: wholeNumber(1, 64, 500),
  DRAIN_SECONDS: wholeNumber(0, 600, 3_600),
  LOG_LEVEL: must(z.enum(logLevels).default('info'), `one of ${logLevels.join(', ')}`),
  ALLOW_PRIVATE_ADDRESSES: commaSeparated('').superRefine(checkAllowList),
  TRUSTED_PROXIES: must(
    commaSeparated('').pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
    'IP addresses or networks such as 10.0.0.0/8, separated by commas',
  ),
  CORS_ORIGINS: must(
    commaSeparated('')
      .transform((origins) => origins.map((origin) => (isOrigin(origin) ? new URL(origin).origin : origin)))
      .refine((origins) => origins.every(isOrigin)),
    'origins such as https://app.example.com, separated by commas; * is not allowed',
  ),
  METRICS_HOSTS: must(
    commaSeparated('').pipe(z.array(z.string().regex(/^[A-Za-z0-9_.-]+$/))),
    'host names without a port, separated by commas',
  ),
  MASTER_KEY: must(
    z
      .string()
      .refine((text) => Buffer.from(text, 'base64').length === 32)
      .optional(),
    '32 bytes in base64; create one with `openssl rand -base64 32`',
  ),
  TWILIO_ACCOUNT_SID: must(
    z
      .string()
      .regex(/^AC[0-9a-fA-F]{32}$/)
      .optional(),
    'AC and 32 hexadecimal digits',
  ),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_API_BASE_URL: webUrl(),
  SANDBOX_PORT: port(8099),
  SANDBOX_HOST: z.string().default('127.0.0.1'),
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
  ASSISTANT_TEST_RUNS_PER_DAY: wholeNumber(0, 200, 10_000),
  AUTOMATION_RUN_DAYS: wholeNumber(1, 30, 3_650),
  INBOUND_PAUSE_MS: wholeNumber(0, 2000, 60_000),
  MODEL_FIRST_TOKEN_TIMEOUT_MS: must(
    z.coerce.number().int().min(1000).max(90_000).optional(),
    'a whole number from 1,000 to 90,000',
  ),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: webUrl(),
  OPENAI_MODEL: z.string().optional(),
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
  // `readSpeechOptions` reads their values.
  ...(speechSettings as object),
  CALCOM_BASE_URL: webUrl(),
  CALENDLY_BASE_URL: webUrl(),
  DEFAULT_SPEECH: must(z.enum(['offline', 'scripted']).default('offline'), 'offline or scripted'),
  REQUESTS_PER_MINUTE: wholeNumber(0, 0),
  ANONYMOUS_TEST_MESSAGES_PER_DAY: wholeNumber(0, 50),
  ...visitorLimits,
  CONCURRENT_CALLS: wholeNumber(0, 10, 100_000),
  CALLS_PER_MINUTE: wholeNumber(0, 30, 100_000),
  CALLS_PER_HOUR_TO_NUMBER: wholeNumber(0, 3, 100_000),
  CALLS_PER_HOUR_TO_PREFIX: wholeNumber(0, 20, 100_000),
  CALL_SPEND_PER_HOUR_USD: amount(50),
  CALL_SPEND_PER_DAY_USD: amount(200),
  CALLS_PER_PROCESS: wholeNumber(1, 100, 10_000),
  CAMPAIGN_CALLS_PER_SECOND: must(
    z.coerce.number().int().min(1).max(1_000).optional(),
    'a whole number from 1 to 1,000',
  ),
  DISABLED_CHANNELS: must(
    commaSeparated('').pipe(z.array(z.enum(['call', 'chatapp', 'sms']))),
    'one or more of call, chatapp, sms, separated by commas',
  ),
  FAILPOINT: z.string().transform(readFailpoint).optional(),
  PRICES: z.string().default('{}').transform(readJson).pipe(prices),
}

const environment = z.object(shape)

export const settingNames = Object.keys(shape)

export type Environment = z.output<typeof environment>

/** Returns all errors. They contain no values, which may be secret. An empty string counts as not set. */
export function readEnvironment(
  env: Record<string, string | undefined>,
): { values: Environment; faults?: undefined } | { values?: undefined; faults: string[] } {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(variables)
  const faults = [...new Set([...(parsed.error?.issues ?? []).flatMap(messagesOf), ...faultsBetween(variables)])]
  return parsed.success && faults.length === 0 ? { values: parsed.data } : { faults }
}

function messagesOf({ path, ...issue }: z.core.$ZodIssue): string[] {
  const [name, field] = path as [keyof typeof shape, string?]
  if (name === 'PRICES' && issue.code !== 'custom') return priceFaults(field, issue)
  const meta = shape[name].meta() as { must?: string } | undefined
  return [`${name} ${meta?.must ?? issue.message}.`]
}

function priceFaults(field: string | undefined, issue: { code?: string; keys?: string[] }): string[] {
  const names = Object.keys(prices.shape).join(', ')
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

/** Accepts scheme, host and port, with or without a slash at the end. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:\/\/[^*]+$/i.test(text) && url.href === `${url.origin}/`
}

function checkAllowList(entries: string[], check: z.RefinementCtx): void {
  try {
    parseAllowList(entries)
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, '')
    check.addIssue({ code: 'custom', message: `is not valid: ${reason}` })
  }
}

function readFailpoint(text: string, check: z.RefinementCtx): Failpoint {
  const read = parseFailpoint(text)
  if (read) return read
  check.addIssue({
    code: 'custom',
    message: 'must be a seam and a count, such as job-done:1 or messages.sendTemplate/carrier.sendMessage-after:1',
  })
  return z.NEVER
}

function readJson(text: string, check: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch {
    check.addIssue({ code: 'custom', message: 'must be valid JSON' })
    return z.NEVER
  }
}
