// Says why the database cannot be used, and what the operator can do. Contains no part of its URL except the host.
import pg from 'pg'
import { connectionsOfProcess } from './connection-limits.ts'
import type { DatabaseHost } from './database-url.ts'
import { SharedSessions } from './pooler-mode.ts'
import { SessionFault } from './session-settings.ts'

export interface ConnectionFault {
  /** A sentence, or several. */
  reason: string
  /** It can end without a change of the configuration. */
  passes: boolean
}

/** Undefined if the error has another cause than the connection. Failed attempts to connect have their host. */
export function connectionFaultOf(error: unknown): ConnectionFault | undefined {
  if (error instanceof SharedSessions) return lasting(error.message)
  const { databaseHost: host } = error as { databaseHost?: DatabaseHost }
  const found = faultOf(error, host !== undefined)
  return found && { ...found, reason: `${serverOf(host)} ${found.reason}` }
}

function faultOf(error: unknown, isConnecting: boolean): ConnectionFault | undefined {
  if (error instanceof SessionFault) return { reason: `${error.message}.`, passes: error.code !== undefined }
  if (error instanceof pg.DatabaseError)
    return availabilityFaultOf(error) ?? (isConnecting ? accessFaultOf(error) : undefined)
  if (isConnecting) return networkFaultOf(error) ?? tlsFaultOf(error) ?? lasting(`failed: ${said(error)}.`)
  return isLost(error) ? passing('closed the connection or does not respond.') : undefined
}

const needed = `Parley needs up to ${connectionsOfProcess} connections in each process: allow as many in max_connections of the server or in the pool size of a pooler, or end other clients.`

const passing = (reason: string): ConnectionFault => ({ reason, passes: true })
const lasting = (reason: string): ConnectionFault => ({ reason, passes: false })

/** PgBouncer has one code for most of its faults. */
const poolerFaults: [pattern: RegExp, fault: ConnectionFault][] = [
  [
    /no more connections|query_wait_timeout|max_client_conn|max_(?:db|user)_connections/i,
    passing(`is a pooler without a free connection. ${needed}`),
  ],
  [
    /unsupported startup parameter/i,
    lasting('is a pooler that refuses startup parameters. Remove `options` from DATABASE_URL.'),
  ],
  [/no such database/i, lasting('is a pooler that does not know the database of DATABASE_URL. Correct the name.')],
  [/auth|password|no such user/i, lasting('does not accept the user and the password of DATABASE_URL. Correct them.')],
  [/ssl|tls/i, lasting('accepts encrypted connections only. Add sslmode=verify-full to DATABASE_URL.')],
]

function availabilityFaultOf(error: pg.DatabaseError): ConnectionFault | undefined {
  const { code = '', message } = error
  if (code.startsWith('08')) {
    const [, fault] = poolerFaults.find(([pattern]) => pattern.test(message)) ?? []
    return fault ?? passing(`reports: ${said(error)}. If it is a pooler, see whether it reaches the server.`)
  }
  if (code === '53300') return passing(`has no free connection. ${needed}`)
  if (code.startsWith('53')) return passing(`is short of resources: ${said(error)}.`)
  if (code.startsWith('57P0')) return passing(`reports: ${said(error)}.`)
  if (code === '25006') return passing('accepts no writes.')
  return undefined
}

function accessFaultOf(error: pg.DatabaseError): ConnectionFault {
  const { code = '', message } = error
  if (code === '28P01') return lasting('does not accept the user and the password of DATABASE_URL. Correct them.')
  if (code === '28000' && /pg_hba/.test(message)) {
    const advice = /no encryption|SSL off/i.test(message)
      ? 'Add sslmode=verify-full to DATABASE_URL if the server supports TLS, or add a line to pg_hba.conf.'
      : 'Add a line for them to pg_hba.conf.'
    return lasting(`does not allow this user, database and address in pg_hba.conf. ${advice}`)
  }
  if (code === '28000')
    return lasting('does not let the user of DATABASE_URL in. Create the role with the attribute LOGIN, or correct it.')
  if (code === '3D000')
    return lasting('has no database with the name in DATABASE_URL. Create it with createdb, or correct the name.')
  if (code === '42501')
    return lasting(
      'does not allow the user of DATABASE_URL to use the database. Grant it the privilege, or make it the owner.',
    )
  return lasting(`reports: ${said(error)}.`)
}

const networkReasons: Record<string, string> = {
  ENOTFOUND: 'has a name that cannot be resolved. Correct the host in DATABASE_URL, or see to DNS.',
  EAI_AGAIN: 'has a name that cannot be resolved now. See to DNS.',
  ECONNREFUSED: 'refuses connections. Start PostgreSQL there, or correct host and port in DATABASE_URL.',
  ENOENT: 'does not exist. Start PostgreSQL there, or correct host and port in DATABASE_URL.',
  EHOSTUNREACH: 'cannot be reached over the network.',
  ENETUNREACH: 'cannot be reached over the network.',
  ENETDOWN: 'cannot be reached over the network.',
  ETIMEDOUT: 'does not respond.',
  ECONNRESET: 'closed the connection.',
  EPIPE: 'closed the connection.',
}

/** The error is that of a connection that was open, or of a wait for one of a pool. */
const isLost = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(String((error as { code?: unknown }).code)) ||
  /^Connection terminated|^timeout exceeded when trying to connect/.test(String((error as Error).message))

function networkFaultOf(error: unknown): ConnectionFault | undefined {
  const { code, message } = error as { code?: string; message?: string }
  const reason = networkReasons[code ?? '']
  if (reason) return passing(reason)
  if (message === 'Query read timeout')
    return passing(
      `accepted the connection, but did not answer. It is frozen, or a pooler without a free connection. ${needed}`,
    )
  if (/timeout/i.test(message ?? ''))
    return passing('does not respond. Correct host and port in DATABASE_URL, or see to the network.')
  if (/^Connection terminated/.test(message ?? '')) return passing('closed the connection.')
  return undefined
}

const tlsReasons: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has a certificate that has expired. Renew it.',
  CERT_NOT_YET_VALID: 'has a certificate that is not valid yet. Compare the clocks of both machines.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'has a certificate for another name. Use that name in DATABASE_URL, or sslmode=verify-ca to accept every name of a private authority.',
}

const untrusted =
  'has a certificate of an authority that is not trusted. Set sslrootcert in DATABASE_URL to the file with the certificate of the authority; sslmode=no-verify encrypts without verifying the server.'

function tlsFaultOf(error: unknown): ConnectionFault | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const reason = tlsReasons[code]
  if (reason) return lasting(reason)
  if (/CERT|ISSUER|SIGNATURE|CRL/.test(code)) return lasting(untrusted)
  if (/does not support SSL/.test(message))
    return lasting('does not support TLS. Enable it on the server, or use sslmode=disable in a private network.')
  if (/error establishing an SSL connection/.test(message)) return passing('refuses to begin an encrypted connection.')
  if (/^ERR_(?:SSL|OSSL|TLS)|^EPROTO$/.test(code))
    return lasting(`could not agree on an encrypted connection: ${said(error)}.`)
  if (/password must be a/.test(message))
    return lasting('asks for a password, which DATABASE_URL does not contain. Add it.')
  return undefined
}

/** What the error says, without names that it quotes. */
const said = (error: unknown): string =>
  String((error as Error).message)
    .replace(/"[^"]*"/g, '"…"')
    .slice(0, 300)

function serverOf(host: DatabaseHost | undefined): string {
  if (!host) return 'The server'
  const { name, port } = host
  if (name?.startsWith('/')) return `The socket ${name}/.s.PGSQL.${port}`
  return `The server ${name === undefined ? 'on the default host' : `${name.includes(':') ? `[${name}]` : name}:${port}`}`
}
