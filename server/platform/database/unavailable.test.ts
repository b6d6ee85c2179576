// Tests of a database that is not available: no endpoint answers 500, and an error is recognized wherever it is wrapped.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { unavailableMessage } from '#contract/wire/envelopes.ts'
import { routes } from '#server/features.ts'
import type { Route } from '#server/platform/http/route.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createTestDatabase } from '#testing/app/database.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { openDatabaseFront } from '#testing/database/database-front.ts'
import { exampleOf, examplesOf } from '#testing/requests/examples.ts'
import { openDatabase } from './database.ts'
import { unavailableReason } from './unavailable.ts'

const lines: string[] = []
const log = createLog({ level: 'warn', pretty: false, destination: { write: (line) => void lines.push(line) } })
const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const front = await openDatabaseFront(opened.use(await createTestDatabase()).connectionString)
const parley = opened.use(await startTestApp({ log, database: front }))
const { token, client } = await parley.createAccount()

/** Sends a valid request whose ids do not exist. */
async function send({ endpoint }: Route) {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(exampleOf(endpoint.params!.shape[name]!))),
  )
  const hasBody = endpoint.body !== undefined
  const response = await parley.fetch(
    new Request(`http://parley${path}${endpoint.events ? '?follow=false' : ''}`, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': path.padEnd(20),
      },
      ...(hasBody && { body: JSON.stringify(examplesOf(endpoint.body!)[0] ?? {}) }),
    }),
  )
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json().catch(() => ({}))) as Record<string, unknown>,
  }
}

async function sendAll(): Promise<Map<number, string[]>> {
  const byStatus = new Map<number, string[]>()
  for (const route of routes) {
    const { status, headers, body } = await send(route)
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${route.endpoint.method} ${route.endpoint.path}`])
    if (status !== 503 || headers.get('retry-after') === null) continue
    const { message, error } = body
    assert.ok(
      message === unavailableMessage || error === unavailableMessage,
      `${route.endpoint.path}: ${JSON.stringify(body)}`,
    )
  }
  return byStatus
}

describe('while the database is not available', () => {
  it('answers 503 on every endpoint that needs the database, and works again afterwards', async () => {
    await front.refuse()
    front.cut()
    const answers = await sendAll()
    await front.listen()
    assert.deepEqual([...answers.keys()].sort(), [403, 503])
    assert.ok(answers.get(503)!.length > 200)
    await until(async () => (await parley.fetch(new Request('http://parley/readyz'))).status === 200)
    await client.accounts.me()
  })

  it('answers reads, and 503 to writes, while the database is read-only', async () => {
    const { db } = parley.app.context
    const setReadOnly = async (value: 'on' | 'off') => {
      await sql`begin read write; do $$ begin
        execute format('alter database %I set default_transaction_read_only = ${sql.raw(value)}', current_database());
      end $$; commit`.execute(db)
      front.cut()
    }
    await setReadOnly('on')
    const answers = await sendAll()
    assert.equal(answers.get(500), undefined)
    assert.ok(answers.get(200)!.includes('GET /api/user/assistants'))
    assert.ok(answers.get(503)!.includes('POST /api/user/assistant'))
    await setReadOnly('off')
    const isCreated = () =>
      client.assistants.create({ name: 'Ada' }).then(
        () => true,
        () => false,
      )
    await until(isCreated)
  })

  it('logs one line for each reason', () => {
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const reasons = logged.filter(({ msg }) => msg === 'the database is not available').map(({ reason }) => reason)
    assert.deepEqual(reasons, ['the database cannot be reached', 'the database is read-only'])
    assert.ok(!logged.some(({ msg }) => ['request failed', 'request refused'].includes(String(msg))))
  })
})

describe('an error', () => {
  const failures: [object, string | undefined][] = [
    [databaseError('25006'), 'read_only'],
    [databaseError('53100'), 'disk_full'],
    [databaseError('53300'), 'no_connections'],
    [databaseError('57P01'), 'restarting'],
    [databaseError('57P03'), 'restarting'],
    [databaseError('58030'), 'storage_failed'],
    [databaseError('08P01'), 'unreachable'],
    [new Error('Connection terminated unexpectedly'), 'unreachable'],
    [new Error('timeout exceeded when trying to connect'), 'not_answering'],
    [databaseError('23505'), undefined],
    [databaseError('40001'), undefined],
    [databaseError('57014'), undefined],
    // A connection to another service.
    [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }), undefined],
  ]

  it('is recognized wherever it is wrapped, and only then', () => {
    const wrapped = ({ error, wraps }: { error: unknown; wraps: string[] }): unknown =>
      wraps.reduce<unknown>((inner, wrap) => {
        if (wrap === 'cause') return new Error('outer', { cause: inner })
        return wrap === 'error'
          ? new SuppressedError(inner, new Error('x'))
          : new SuppressedError(new Error('x'), inner)
      }, error)
    const wraps = fc.array(fc.constantFrom('cause', 'error', 'suppressed'), { maxLength: 4 })
    fc.assert(
      fc.property(fc.constantFrom(...failures), wraps, ([error, reason], wraps) => {
        assert.equal(unavailableReason(wrapped({ error, wraps })), reason)
      }),
    )
    const endless = new Error('endless')
    endless.cause = endless
    for (const other of [endless, undefined, null, 'Connection terminated', 7])
      assert.equal(unavailableReason(other), undefined)
  })

  it('of a connection that fails for any reason is recognized', async () => {
    for (const { connectionString, reason } of [
      { connectionString: 'postgresql://127.0.0.1:1/x', reason: 'unreachable' },
      { connectionString: 'postgresql://parley.invalid/x', reason: 'unreachable' },
      { connectionString: 'postgresql:///x?host=/nowhere', reason: 'unreachable' },
      { connectionString: front.connectionString.replace(/[^/]*$/, 'absent'), reason: 'unreachable' },
    ]) {
      await using database = openDatabase(connectionString, { maxConnections: 1, name: 'test' })
      const queried = await database.pool.query('select').catch((error: unknown) => error)
      const ran = await sql`select`.execute(database.db).catch((error: unknown) => error)
      assert.deepEqual([unavailableReason(queried), unavailableReason(ran)], [reason, reason], connectionString)
    }
  })
})

function databaseError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('message', 1, 'error'), { code })
}
