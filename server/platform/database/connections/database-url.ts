// Reads the URL of a PostgreSQL database in the form of libpq, with one or several hosts.

export interface DatabaseHost {
  /** A name, an address, or the folder of a Unix socket. Undefined: the default of the driver. */
  name: string | undefined
  port: number
}

const tlsModes = ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full'] as const
export type TlsMode = (typeof tlsModes)[number]

export interface DatabaseUrl {
  hosts: readonly [DatabaseHost, ...DatabaseHost[]]
  user: string | undefined
  password: string | undefined
  database: string | undefined
  /** Command-line options for the server process of each session. */
  options: string | undefined
  connectTimeoutMs: number
  /** Undefined: the default of the driver. */
  tlsMode: TlsMode | undefined
  /** Paths of files; `system` as root certificate means those of the operating system. */
  tlsFiles: { rootCert: string | undefined; cert: string | undefined; key: string | undefined }
  startsWithTls: boolean
  /** Whether the authentication is bound to the TLS connection: never, if the server offers it, or always. */
  channelBinding: 'disable' | 'prefer' | 'require'
}

/** Contains no value. */
export class DatabaseUrlFault extends Error {
  /** The message without the name of the setting. */
  readonly says: string

  constructor(says: string, options?: ErrorOptions) {
    super(`DATABASE_URL ${says}.`, options)
    this.says = says
  }
}

const maxLength = 8_192
const maxHosts = 16
const defaultTimeoutMs = 5_000
const form = /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/

/** Throws a `DatabaseUrlFault`. */
export function parseDatabaseUrl(url: string): DatabaseUrl {
  const [, authority, path = '', query = ''] = (url.length <= maxLength && form.exec(url)) || []
  if (authority === undefined)
    throw new DatabaseUrlFault(
      'must be a URL that begins with postgresql://, with special characters in the password encoded, such as %40',
    )
  const parameters = parametersOf(query)
  const at = authority.lastIndexOf('@')
  const [user, password] = splitAt(authority.slice(0, Math.max(at, 0)), ':')
  const hosts = authority
    .slice(at + 1)
    .split(',')
    .map(splitPort)
  const names = parameters.host?.split(',') ?? hosts.map(([name]) => name)
  const ports = parameters.port?.split(',') ?? (hosts.some(([, port]) => port) ? hosts.map(([, port]) => port) : [''])
  const tlsFiles = { rootCert: parameters.sslrootcert, cert: parameters.sslcert, key: parameters.sslkey }
  const startsWithTls = parameters.sslnegotiation === 'direct'
  return {
    hosts: pairHosts(names.map(decoded), ports),
    user: parameters.user ?? decoded(user),
    password: parameters.password ?? decoded(password),
    database: parameters.dbname ?? decoded(path),
    options: parameters.options,
    connectTimeoutMs: Number(parameters.connect_timeout ?? 0) * 1_000 || defaultTimeoutMs,
    tlsMode: tlsModeOf(parameters, tlsFiles, startsWithTls),
    tlsFiles,
    startsWithTls,
    channelBinding: (parameters.channel_binding ?? 'disable') as DatabaseUrl['channelBinding'],
  }
}

const anyText = { values: /./s, says: 'needs a value' }

const known = {
  host: anyText,
  port: anyText,
  user: anyText,
  password: anyText,
  dbname: anyText,
  options: anyText,
  sslrootcert: anyText,
  sslcert: anyText,
  sslkey: anyText,
  sslmode: {
    values: /^(?:disable|no-verify|require|verify-ca|verify-full)$/,
    says: `must be one of ${tlsModes.join(', ')}; allow and prefer would connect without encryption if an attacker asked for it`,
  },
  ssl: { values: /^(?:true|false|1|0|no-verify)$/, says: 'must be true, false or no-verify' },
  sslnegotiation: { values: /^(?:postgres|direct)$/, says: 'must be postgres or direct' },
  channel_binding: {
    values: /^(?:disable|prefer|require)$/,
    says: 'must be disable, prefer or require',
  },
  connect_timeout: { values: /^(?:[0-9]|[1-5][0-9]|60)$/, says: 'must be a number of seconds from 0 to 60' },
  target_session_attrs: {
    values: /^(?:read-write|primary)$/,
    says: 'must be read-write or primary, because Parley writes in every session',
  },
}

type Parameters = Partial<Record<keyof typeof known, string>>

function parametersOf(query: string): Parameters {
  const parameters: Parameters = {}
  for (const [name, value] of new URLSearchParams(query)) {
    // Part of a password, if its `?` is not encoded.
    const shown = /^[a-z_]{2,40}$/i.test(name) && !query.includes('@') ? `the parameter ${name}` : 'a parameter'
    if (!Object.hasOwn(known, name))
      throw new DatabaseUrlFault(
        `contains ${shown} that Parley does not support; it supports ${Object.keys(known).join(', ')}`,
      )
    const { values, says } = known[name as keyof typeof known]
    if (!values.test(value)) throw new DatabaseUrlFault(`is not valid: ${name} ${says}`)
    parameters[name as keyof typeof known] = value
  }
  return parameters
}

/** As the driver does, certificates imply TLS. */
function tlsModeOf(
  { sslmode, ssl }: Parameters,
  { rootCert, cert, key }: DatabaseUrl['tlsFiles'],
  startsWithTls: boolean,
): TlsMode | undefined {
  const aliases: Record<string, TlsMode> = { false: 'disable', '0': 'disable', 'no-verify': 'no-verify' }
  const implied = rootCert || cert || key || startsWithTls ? 'verify-full' : undefined
  const mode = (sslmode as TlsMode | undefined) ?? (ssl === undefined ? implied : (aliases[ssl] ?? 'verify-full'))
  if (mode === 'verify-ca' && (rootCert === undefined || rootCert === 'system'))
    throw new DatabaseUrlFault('is not valid: sslmode=verify-ca needs sslrootcert with the file of a private authority')
  if ((cert === undefined) !== (key === undefined))
    throw new DatabaseUrlFault('is not valid: sslcert and sslkey need each other')
  if (startsWithTls && mode === 'disable')
    throw new DatabaseUrlFault('is not valid: sslnegotiation=direct needs TLS, which is disabled')
  return mode
}

/** One port applies to all hosts. */
function pairHosts(names: readonly (string | undefined)[], ports: readonly string[]): DatabaseUrl['hosts'] {
  if (names.length > maxHosts) throw new DatabaseUrlFault(`must name at most ${maxHosts} hosts`)
  if (ports.length !== 1 && ports.length !== names.length)
    throw new DatabaseUrlFault('is not valid: it needs one port for all hosts, or one for each')
  const hosts = names.map((name, index) => ({ name, port: portOf(ports[ports.length === 1 ? 0 : index]!) }))
  return hosts as unknown as DatabaseUrl['hosts']
}

function portOf(text: string): number {
  const port = text === '' ? 5432 : /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535)
    throw new DatabaseUrlFault(
      'is not valid: a port must be a number from 1 to 65535, and special characters in the password must be encoded, such as %40',
    )
  return port
}

/** Splits `name:port` or `[address]:port`. */
function splitPort(text: string): [name: string, port: string] {
  const [, address, port = ''] = /^\[([^\]]*)\](?::(.*))?$/.exec(text) ?? []
  return address === undefined ? splitAt(text, ':') : [address, port]
}

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** A `%` that encodes nothing means itself. An empty text counts as missing. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25')) || undefined
  } catch {
    throw new DatabaseUrlFault('is not valid: it contains encoded bytes that are not UTF-8')
  }
}
