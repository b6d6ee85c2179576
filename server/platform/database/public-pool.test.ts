// Callers without an account share a few connections to the database.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { configFrom } from '#server/config.ts'
import { startTestApp } from '#server/testing/test-app.ts'

it('visitors that wait for the database do not delay accounts, and get 503 if too many wait', async () => {
  await using parley = await startTestApp({
    settings: { visitor: { ...configFrom({}).settings.visitor, readsPerMinutePerAddress: 1e6 } },
  })
  const { client, uuid: assistant_id } = await parley.createAssistant()
  const { conversation_id: uuid } = await parley.anonymous.conversations.create({ assistant_id })

  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const lock = parley.app.context.db.transaction().execute(async (db) => {
    await sql`lock table rate_limits in access exclusive mode`.execute(db)
    locked.resolve()
    await release.promise
  })
  await locked.promise
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
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and application_name = 'parley public'`.execute(parley.app.context.db)
  assert.equal(rows[0]!.waiting, 4)

  release.resolve()
  await lock
  const statuses = (await Promise.all(readers)).map(({ status }) => status)
  assert.deepEqual([...new Set(statuses)].sort(), [200, 503])
  const served = statuses.filter((status) => status === 200).length
  assert.ok(served >= 64 && served <= 72, `${served} were served`)
  assert.equal((await read()).status, 200)
})
