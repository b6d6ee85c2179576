// Connections that the server no longer serves are closed and replaced within seconds, and others never are.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type pg from 'pg'
import { createTestDatabase } from '#testing/app/database.ts'
import { until } from '#testing/app/until.ts'
import { openDatabaseFront } from '#testing/database/database-front.ts'
import { createLog } from '../../observability/log.ts'
import { openDatabase } from '../database.ts'
import { openNotifications } from '../notifications.ts'
import { targetOf } from './connection-target.ts'
import { watchOf } from './database-client.ts'

const log = createLog({ level: 'silent', pretty: false })
const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const direct = opened.use(await createTestDatabase()).connectionString

/** A front of its own, because all connections with one address are watched together. */
async function openThroughFront(maxConnections = 3) {
  const stack = opened.use(new AsyncDisposableStack())
  const front = stack.use(await openDatabaseFront(direct))
  const url = front.connectionString
  const { pool } = stack.use(openDatabase(url, { maxConnections, name: 'watched' }))
  return { front, url, pool, stack }
}

async function open(pool: pg.Pool, count: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
  for (const client of clients) client.release()
}

const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

describe('connections', { concurrency: true }, () => {
  it('that a firewall forgot while they were idle are closed before they are used', async () => {
    const { front, pool, url } = await openThroughFront()
    await open(pool, 3)
    assert.equal(front.halfOpen(), 3)
    await until(() => pool.totalCount === 0)
    assert.equal(watchOf(targetOf(url)).lost, 3)
    assert.ok((await elapsed(() => pool.query('select'))) < 2_000)
  })

  it('on which a statement gets no answer are closed, and the statement fails', async () => {
    const { front, pool } = await openThroughFront()
    await open(pool, 2)
    front.halfOpen()
    const lost = pool.query('select')
    await assert.rejects(lost, { code: 'ECONNRESET', message: 'The connection to the database was lost.' })
    await until(() => pool.totalCount === 0)
    await pool.query('select')
  })

  it('whose answer was lost are closed, and the statement fails', async () => {
    const { front, pool } = await openThroughFront()
    const client = await pool.connect()
    const answer = client.query(`select pg_sleep(1)`)
    front.halfOpen(undefined, 'toClient')
    await assert.rejects(answer, { code: 'ECONNRESET' })
    client.release(true)
  })

  it('that are lost in a transaction leave no locks', async () => {
    const { front, pool } = await openThroughFront()
    const lock = `select pg_advisory_xact_lock(7)`
    const client = await pool.connect()
    await client.query('begin')
    await client.query(lock)
    front.halfOpen()
    const [lost, waited] = await Promise.allSettled([client.query('commit'), pool.query(lock)])
    assert.equal(lost.status, 'rejected')
    client.release(true)
    assert.equal(waited.status, 'fulfilled')
  })

  it('that are given up in a transaction leave no locks, even if the server does not learn of it', async () => {
    const { front, pool } = await openThroughFront()
    const lock = `select pg_advisory_xact_lock(8)`
    for (const isBusy of [false, true]) {
      const client = await pool.connect()
      await client.query('begin')
      await client.query(lock)
      front.halfOpen(undefined, 'toServer')
      const pending = isBusy ? client.query('select').catch(() => {}) : undefined
      client.release(true)
      assert.ok((await elapsed(() => pool.query(lock))) < 10_000)
      await pending
    }
  })

  it('that are lost while they wait for the same lock are closed shortly after each other', async () => {
    const { front, pool } = await openThroughFront(8)
    const { pool: healthy } = await openThroughFront()
    const lock = `select pg_advisory_xact_lock(9)`
    const lockInTransaction = async (): Promise<void> => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query(lock)
        await client.query('commit')
      } finally {
        client.release()
      }
    }
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query(lock)
    const waiting = Array.from({ length: 7 }, lockInTransaction)
    const waiters = 'select from pg_locks where objid = 9 and not granted'
    await until(async () => (await healthy.query(waiters)).rowCount === 7)
    front.halfOpen()
    const lost = Promise.allSettled([holder.query('commit').finally(() => holder.release(true)), ...waiting])
    const took = await elapsed(() => healthy.query(lock))
    assert.ok((await lost).every(({ status }) => status === 'rejected'))
    assert.ok(took < 9_000, `${took} ms`)
  })

  it('with a long statement or a long transaction stay open', async () => {
    const { pool, url } = await openThroughFront()
    const client = await pool.connect()
    await client.query('begin')
    const { rows } = await client.query(`select pg_sleep(7), pg_backend_pid() as pid`)
    assert.equal((await client.query('select pg_backend_pid() as pid')).rows[0].pid, rows[0].pid)
    await client.query('commit')
    client.release()
    assert.equal(watchOf(targetOf(url)).lost, 0)
  })

  it('fail their statements if no server answers for ten seconds', async () => {
    const { front, pool } = await openThroughFront()
    await open(pool, 1)
    front.freeze()
    await assert.rejects(pool.query('select'), { code: 'ECONNRESET' })
    front.thaw()
    await pool.query('select')
  })

  it('are closed within seconds after the pool has ended, even if the server does not answer', async () => {
    const { front, pool } = await openThroughFront()
    await open(pool, 3)
    front.freeze()
    let closed = 0
    pool.on('remove', () => closed++)
    await pool.end()
    await until(() => closed === 3)
  })

  it('for notifications are replaced, and heartbeats show whether they work', async () => {
    const { front, url, stack } = await openThroughFront()
    const { heartbeat, on } = stack.use(await openNotifications(url, log))
    let restored = 0
    on('test', (payload) => {
      if (payload === '') restored++
    })
    await until(() => restored === 1)
    assert.equal(heartbeat.problem(), undefined)
    front.freeze()
    await until(() => heartbeat.problem() !== undefined)
    assert.match(heartbeat.problem()!, /does not answer|cannot be reached/)
    front.halfOpen()
    front.thaw()
    await until(() => heartbeat.problem() === undefined)
    assert.equal(restored, 2)
  })
})
