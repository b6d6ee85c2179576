// Decides to which host of a database new connections of this process are opened, and how.
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates } from 'node:tls'
import type pg from 'pg'
import { type DatabaseHost, type DatabaseUrl, DatabaseUrlFault, parseDatabaseUrl } from './database-url.ts'

export interface DatabaseTarget {
  hosts: DatabaseUrl['hosts']
  /** The host that new connections use. */
  host(): DatabaseHost
  /** The configuration of a new connection to `host()`, which may take `connectTimeoutMs` until it can be used. */
  clientConfig(): pg.ClientConfig
  connectTimeoutMs: number
  requiresChannelBinding: boolean
  /** Makes the host after `failed` the current one, unless another connection has already done so. */
  advance(failed: DatabaseHost): void
}

const targets = new Map<string, DatabaseTarget>()

/** All connections of the process to the same URL follow the same host. Throws a `DatabaseUrlFault`. */
export function targetOf(url: string): DatabaseTarget {
  const target = targets.get(url) ?? createDatabaseTarget(url)
  targets.set(url, target)
  return target
}

export function createDatabaseTarget(url: string): DatabaseTarget {
  const parsed = parseDatabaseUrl(url)
  const { hosts, user, password, database, options, connectTimeoutMs } = parsed
  const ssl = tlsOf(parsed)
  let current = hosts[0]
  return {
    hosts,
    connectTimeoutMs,
    requiresChannelBinding: parsed.channelBinding === 'require',
    host: () => current,
    clientConfig: () => ({
      host: current.name,
      port: current.port,
      user,
      password,
      database,
      options,
      ssl: current.name?.startsWith('/') ? false : ssl,
      sslnegotiation: parsed.startsWithTls ? 'direct' : undefined,
      enableChannelBinding: parsed.channelBinding !== 'disable',
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    }),
    advance(failed) {
      if (failed === current) current = hosts[(hosts.indexOf(failed) + 1) % hosts.length]!
    },
  }
}

/** Undefined: the default of the driver. */
function tlsOf({ tlsMode, tlsFiles }: DatabaseUrl): pg.ClientConfig['ssl'] {
  if (tlsMode === undefined) return undefined
  if (tlsMode === 'disable') return false
  const [cert, key] = [contentOf('sslcert', tlsFiles.cert), contentOf('sslkey', tlsFiles.key)]
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new DatabaseUrlFault('is not valid: the files of sslcert and sslkey are not a certificate and its key', {
      cause: error,
    })
  }
  if (tlsMode === 'no-verify') return { rejectUnauthorized: false, cert, key }
  const ca = authoritiesOf(tlsFiles.rootCert)
  return tlsMode === 'verify-ca' ? { ca, cert, key, checkServerIdentity: () => undefined } : { ca, cert, key }
}

/** Undefined: the authorities that Node.js trusts. */
function authoritiesOf(path: string | undefined): string | string[] | undefined {
  if (path === 'system') return getCACertificates('system')
  const content = contentOf('sslrootcert', path)
  try {
    if (content !== undefined) new X509Certificate(content)
  } catch (error) {
    throw new DatabaseUrlFault('is not valid: the file of sslrootcert does not contain a certificate', { cause: error })
  }
  return content
}

const fileFaults: Record<string, string> = { ENOENT: 'does not exist', EACCES: 'may not be read by this user' }

function contentOf(parameter: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = fileFaults[(error as { code?: string }).code ?? ''] ?? 'cannot be read'
    // Without the cause, whose path is part of the URL.
    throw new DatabaseUrlFault(`is not valid: the file of ${parameter} ${reason}`)
  }
}
