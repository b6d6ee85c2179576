// Notifications between processes, even after a lost connection.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#testing/app/database.ts'
import { createLog } from '../observability/log.ts'
import { openDatabase } from './database.ts'
import { type Notifications, notify, openNotifications } from './notifications.ts'

const log = createLog({ level: 'silent', pretty: false })

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const { connectionString } = opened.use(await createTestDatabase())
const database = opened.use(openDatabase(connectionString, { maxConnections: 4, name: 'notifications' }))

describe('notifications', () => {
  /** Listens to the channel, and returns a function that waits for its next notification. */
  async function listen(notifications: Notifications, channel: string): Promise<() => Promise<string>> {
    const received: string[] = []
    let wake = Promise.withResolvers<void>()
    notifications.on(channel, (payload) => {
      received.push(payload)
      wake.resolve()
    })
    const next = async () => {
      while (received.length === 0) {
        await wake.promise
        wake = Promise.withResolvers()
      }
      return received.shift()!
    }
    assert.equal(await next(), '')
    return next
  }

  it('reach every process, each listener of a channel, and no other channel', async () => {
    await using here = await openNotifications(connectionString, log)
    await using there = await openNotifications(connectionString, log)
    const listeners = await Promise.all([listen(here, 'a'), listen(here, 'a'), listen(there, 'a'), listen(there, 'b')])
    for (const channel of ['a', 'b']) await notify(database.db, channel, `for ${channel}`)
    assert.deepEqual(await Promise.all(listeners.map((next) => next())), ['for a', 'for a', 'for a', 'for b'])
  })

  it('are sent when the transaction commits', async () => {
    await using here = await openNotifications(connectionString, log)
    const next = await listen(here, 'tx')
    await assert.rejects(
      database.db.transaction().execute(async (tx) => {
        await notify(tx, 'tx', 'never')
        throw new Error('rolled back')
      }),
    )
    await database.db.transaction().execute((tx) => notify(tx, 'tx', 'said'))
    assert.equal(await next(), 'said')
  })

  it('tell every listener after a reconnection that some may have been lost', async () => {
    await using here = await openNotifications(connectionString, log)
    const [one, two] = await Promise.all([listen(here, 'one'), listen(here, 'two')])
    await notify(database.db, 'one', 'before')
    assert.equal(await one(), 'before')
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'parley notifications'`.execute(database.db)
    assert.ok(rows.length >= 1)
    assert.deepEqual([await one(), await two()], ['', ''])
    await notify(database.db, 'two', 'after')
    assert.equal(await two(), 'after')
  })

  it('leave no connection open, even if connecting fails', async () => {
    const here = await openNotifications(connectionString, log)
    await here[Symbol.asyncDispose]()
    await assert.rejects(openNotifications(connectionString.replace(/parley_test_\w+/, 'no_such_database'), log))
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = 'parley notifications'`.execute(database.db)
      return rows[0]!.count
    }
    while ((await count()) > 0);
  })

  it('time out if the server accepts the connection and does not respond', { timeout: 60_000 }, async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    await assert.rejects(openNotifications(`postgresql://nobody@127.0.0.1:${port}/nothing`, log), /timeout/)
    silent.close()
  })
})
