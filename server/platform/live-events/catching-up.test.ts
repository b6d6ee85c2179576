// Test of many streams that read stored events at the same time.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { openStreams } from '#testing/features/event-streams.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const { open, emit } = await openStreams(parley)

describe('streams that catch up', () => {
  it('leave database connections to other requests', async () => {
    const { db } = parley.app.context
    const account = await parley.createAccount()
    await using live = await open(account)
    for (const status of ['a', 'b']) await emit(account, 'campaign.status', { campaignId: 1, status })
    const events = await live.take(2)
    const gate = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const transaction = db.transaction().execute(async (tx) => {
      await sql`lock table live_events`.execute(tx)
      locked.resolve()
      await gate.promise
    })
    await locked.promise
    const input = { last_event_id: events[0]!.id - 1 }
    const streams = await Promise.all(Array.from({ length: 60 }, () => open(account, input)))
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
          and query like '%from live_event_position p left join%'`.execute(db)
      return rows[0]!.count
    }
    await until(async () => (await waiting()) >= 4)
    assert.equal((await account.client.assistants.list({})).data.length, 0)
    assert.equal(await waiting(), 4)
    gate.resolve()
    await transaction
    for (const stream of streams) assert.deepEqual(await stream.take(2), events)
    for (const stream of streams) await stream[Symbol.asyncDispose]()
  })
})
