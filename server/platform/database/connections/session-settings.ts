// Begins a session: sets what its results and its end depend on, whatever the server, the database or a pooler has set.
import type pg from 'pg'

export interface SessionOptions {
  /** Faster commits that a crash of the database server can lose. Not for business data. */
  hasAsyncCommit?: boolean | undefined
  /** Whether to refuse a server that allows only reads because of a setting, because another host may allow writes. */
  refusesReadOnly?: boolean | undefined
}

/** The server process of a session, which its id and start identify. */
export interface Backend {
  pid: number
  /** As a session in UTC shows it. */
  startedAt: string
}

/** Values as the server shows them. */
const settings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
  statement_timeout: '1min',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '1min',
  idle_session_timeout: '0',
  jit: 'off',
}

/**
 * The connection to the server cannot be used for a session of Parley. The code is that of PostgreSQL for writes to a
 * server that accepts none.
 */
export class SessionFault extends Error {
  readonly code: string | undefined

  constructor(message: string, code?: '25006') {
    super(message)
    this.code = code
  }
}

/**
 * Sends one statement. Poolers drop the startup parameter `options` or refuse it, so settings are not sent with it. Throws
 * a `SessionFault` if the server is a standby or has not applied a setting.
 */
export async function beginSession(
  client: pg.Client,
  { hasAsyncCommit, refusesReadOnly }: SessionOptions,
  timeoutMs: number,
): Promise<Backend> {
  const wanted = { ...settings, ...(hasAsyncCommit && { synchronous_commit: 'off' }) }
  const set = Object.entries(wanted).map(([name, value]) => `set_config('${name}', '${value}', false) as "${name}"`)
  // The view pg_stat_activity joins this function with others, which would double the cost of a new connection.
  const text = `
    select pg_backend_pid() as pid, to_char(started, 'YYYY-MM-DD HH24:MI:SS') || rtrim(to_char(started, '.US'), '.0') || '+00' as started_at,
      pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only, ${set.join(', ')}
    from (select backend_start at time zone 'UTC' as started from pg_stat_get_activity(pg_backend_pid())) backend`
  const { rows } = await client.query<Record<string, unknown>>(timeLimited(text, timeoutMs))
  const { pid, is_standby: isStandby, is_read_only: isReadOnly, started_at: startedAt, ...applied } = rows[0]!
  if (isStandby) throw new SessionFault('is a standby, which accepts no writes', '25006')
  if (isReadOnly && refusesReadOnly)
    throw new SessionFault('accepts no writes: default_transaction_read_only is on', '25006')
  const [name] = Object.entries(wanted).find(([each, value]) => applied[each] !== value) ?? []
  if (name !== undefined) throw new SessionFault(`does not apply the setting ${name} to the session`)
  return { pid: Number(pid), startedAt: String(startedAt) }
}

/** The driver supports a time limit for each statement, its types do not. After it, the connection cannot be used. */
export const timeLimited = (text: string, timeoutMs: number): pg.QueryConfig =>
  Object.assign({ text }, { query_timeout: timeoutMs })
