// Declares the settings of the process: addresses, roles, logs, access, and limits.
import { resolve } from 'node:path'
import { z } from 'zod'
import { DatabaseUrlFault, parseDatabaseUrl } from './platform/database/connections/database-url.ts'
import { type Failpoint, parseFailpoint } from './platform/failpoints/failpoint.ts'
import { parseAllowList } from './platform/safe-fetch/index.ts'
import { commaSeparated, must, type SettingGroup, scaled, webUrl, wholeNumber } from './platform/validation/settings.ts'

const roles = ['api', 'worker', 'voice'] as const
export const credentialModes = ['terminal', 'local', 'always', 'never'] as const
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const port = (preset: number) => must(wholeNumber(0, preset, 65_535), 'a port: a whole number from 0 to 65535')

export const address = {
  host: ['HOST', z.string().default('127.0.0.1')],
  port: ['PORT', port(8080)],
  publicUrl: ['PUBLIC_URL', webUrl()],
} as const satisfies SettingGroup

export const processSettings = {
  dataDir: [
    'DATA_DIR',
    z
      .string()
      .default('./data')
      .transform((path) => resolve(path)),
  ],
  /** How people run the command line, for the banner. */
  command: ['PARLEY_COMMAND', z.string().default('npm run -s parley --')],
  /** Which output contains a sign-in link and an API key, until a user has a password; see `showsCredentials`. */
  showCredentials: [
    'SHOW_CREDENTIALS',
    must(z.enum(credentialModes).optional(), `one of ${credentialModes.join(', ')}`),
  ],
  /** Serves the dashboard, and builds it if needed. */
  hasDashboard: [
    'DASHBOARD',
    must(
      z
        .enum(['on', 'off'])
        .default('on')
        .transform((value) => value === 'on'),
      'on or off',
    ),
  ],
  /** If undefined, the embedded PostgreSQL is used. */
  databaseUrl: ['DATABASE_URL', z.string().superRefine(checkDatabaseUrl).optional()],
  roles: [
    'PARLEY_ROLES',
    must(
      commaSeparated('api,worker,voice').pipe(z.array(z.enum(roles)).min(1)),
      `one or more of ${roles.join(', ')}, separated by commas`,
    ),
  ],
  /** The maximum number of concurrent jobs of one account that wait for external services, in this process. */
  jobsPerAccount: ['JOBS_PER_ACCOUNT', wholeNumber(1, 64, 500)],
  /** How long calls may continue when the process stops. */
  drainMs: ['DRAIN_SECONDS', scaled(wholeNumber(0, 600, 3_600), 1_000)],
  logLevel: ['LOG_LEVEL', must(z.enum(logLevels).default('info'), `one of ${logLevels.join(', ')}`)],
  allowPrivate: ['ALLOW_PRIVATE_ADDRESSES', commaSeparated('').superRefine(checkAllowList)],
  trustedProxies: [
    'TRUSTED_PROXIES',
    must(
      commaSeparated('').pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
      'IP addresses or networks such as 10.0.0.0/8, separated by commas',
    ),
  ],
  /** Origins whose pages can call the API with an API key. */
  corsOrigins: [
    'CORS_ORIGINS',
    must(
      commaSeparated('')
        .transform((origins) => origins.map((origin) => (isOrigin(origin) ? new URL(origin).origin : origin)))
        .refine((origins) => origins.every(isOrigin)),
      'origins such as https://app.example.com, separated by commas; * is not allowed',
    ),
  ],
  /** Host names for which `/metrics` answers, besides loopback names and IP addresses. */
  metricsHosts: [
    'METRICS_HOSTS',
    must(
      commaSeparated('').pipe(z.array(z.string().regex(/^[A-Za-z0-9_.-]+$/))),
      'host names without a port, separated by commas',
    ),
  ],
  /** 32 bytes in base64. If undefined, the key in the data directory is used or created. */
  masterKey: [
    'MASTER_KEY',
    must(
      z
        .string()
        .refine((text) => Buffer.from(text, 'base64').length === 32)
        .optional(),
      '32 bytes in base64; create one with `openssl rand -base64 32`',
    ),
  ],
  sandboxPort: ['SANDBOX_PORT', port(8099)],
  /** The address on which the sandbox carrier listens. */
  sandboxHost: ['SANDBOX_HOST', z.string().default('127.0.0.1')],
  /** The IP address of SIP and of the audio of its calls. If undefined, it depends on the trunk; see docs/sip.md. */
  sipHost: ['SIP_HOST', must(z.union([z.ipv4(), z.ipv6()]).optional(), 'an IP address')],
  /** Of SIP over UDP and TCP. */
  sipPort: ['SIP_PORT', port(5060)],
  /** The address that others can reach, behind a NAT. */
  sipPublicAddress: ['SIP_PUBLIC_ADDRESS', must(z.union([z.ipv4(), z.ipv6()]).optional(), 'an IP address')],
  /** The UDP ports of the audio of SIP calls, of which each needs one. */
  sipMediaPorts: [
    'SIP_MEDIA_PORTS',
    must(
      z
        .string()
        .default('20000-29999')
        .refine((text) => portRangeOf(text) !== undefined),
      'a range of ports such as 20000-29999',
    ),
  ],
  /** Where the process exits, for tests. */
  failpoint: ['FAILPOINT', z.string().transform(readFailpoint).optional()],
} as const satisfies SettingGroup

/** Reads two ports with a hyphen between them. */
export function portRangeOf(text: string): { first: number; last: number } | undefined {
  const [, first, last] = /^(\d{4,5})-(\d{4,5})$/.exec(text) ?? []
  const range = { first: Number(first), last: Number(last) }
  return range.first >= 1_024 && range.first <= range.last && range.last <= 65_535 ? range : undefined
}

/** Accepts scheme, host and port, with or without a slash at the end. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:\/\/[^*]+$/i.test(text) && url.href === `${url.origin}/`
}

function checkDatabaseUrl(url: string, check: z.RefinementCtx): void {
  try {
    parseDatabaseUrl(url)
  } catch (error) {
    if (!(error instanceof DatabaseUrlFault)) throw error
    check.addIssue({ code: 'custom', message: error.says })
  }
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
