// Callers without an account share a few connections to the database.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { configFrom } from '#server/config.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import type { Db } from './database.ts'

/** Requests without an account wait until it is released. */
async function lockRateLimits(db: Db) {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const transaction = db.transaction().execute(async (tx) => {
    await sql`lock table rate_limits in access exclusive mode`.execute(tx)
    locked.resolve()
    await released.promise
  })
  await Promise.race([locked.promise, transaction])
  const release = async (): Promise<void> => {
    released.resolve()
    await transaction
  }
  return { release, [Symbol.asyncDispose]: release }
}

async function countConnections(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and application_name = 'parley public'`.execute(db)
  return rows[0]!.count
}

it('visitors that wait for the database do not delay accounts, and get 503 if too many wait', async () => {
  await using parley = await startTestApp({
    settings: { visitor: { ...configFrom({}).settings.visitor, readsPerMinutePerAddress: 1e6 } },
  })
  const { client, uuid: assistant_id } = await parley.createAssistant()
  const { conversation_id: uuid } = await parley.anonymous.conversations.create({ assistant_id })

  await using lock = await lockRateLimits(parley.app.context.db)
  const read = () => parley.fetch(new Request(`http://parley/api/conversations/${uuid}`))
  const readers: Promise<Response>[] = []
  for (let count = 0; count < 100; count++) {
    readers.push(read())
    await setImmediate()
  }
  const busy = await Promise.race(readers)
  assert.equal(busy.status, 503)
  assert.equal(busy.headers.get('retry-after'), '1')
  assert.deepEqual(await busy.json(), { message: 'The service is busy. Try again in a moment.' })
  await client.accounts.me()
  await until(async () => (await countConnections(parley.app.context.db)) === 4)

  await lock.release()
  const statuses = (await Promise.all(readers)).map(({ status }) => status)
  assert.deepEqual([...new Set(statuses)].sort(), [200, 503])
  const served = statuses.filter((status) => status === 200).length
  assert.ok(served >= 64 && served <= 72, `${served} were served`)
  assert.equal(await countConnections(parley.app.context.db), 4)
  assert.equal((await read()).status, 200)
})
