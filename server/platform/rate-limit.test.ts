// Rate limits are exact: over several processes, in every window, in the database's time.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createTestDatabase } from '#testing/app/database.ts'
import { type Database, openDatabase } from './database/database.ts'
import { forgetOldRequests, takeRequest } from './rate-limit.ts'

describe('a rate limit', () => {
  const opened = new AsyncDisposableStack()
  let here: Database
  let there: Database
  before(async () => {
    const { connectionString } = opened.use(await createTestDatabase())
    here = opened.use(openDatabase(connectionString, { maxConnections: 6, name: 'here' }))
    there = opened.use(openDatabase(connectionString, { maxConnections: 6, name: 'there' }))
  })
  after(() => opened.disposeAsync())

  const perSecond = { requests: 5, windowMs: 1000 }
  const newKey = () => crypto.randomUUID()

  it('lets the allowed number through at once, and says what remains and how long to wait', async () => {
    const key = newKey()
    for (const remaining of [4, 3, 2, 1]) {
      assert.deepEqual(await takeRequest(here.db, key, perSecond), { accepted: true, remaining, retryAfterMs: 0 })
    }
    const fifth = await takeRequest(there.db, key, perSecond)
    assert.deepEqual([fifth.accepted, fifth.remaining], [true, 0])
    const sixth = await takeRequest(here.db, key, perSecond)
    assert.deepEqual([sixth.accepted, sixth.remaining], [false, 0])
    for (const { retryAfterMs } of [fifth, sixth]) assert.ok(retryAfterMs > 0 && retryAfterMs <= 1000)
  })

  it('counts each key by itself', async () => {
    const keys = [newKey(), newKey()]
    const verdicts = await Promise.all(
      keys.flatMap((key) => Array.from({ length: 8 }, () => takeRequest(here.db, key, perSecond))),
    )
    for (const half of [verdicts.slice(0, 8), verdicts.slice(8)]) {
      assert.equal(half.filter(({ accepted }) => accepted).length, 5)
    }
  })

  it('serves a limit of one', async () => {
    const key = newKey()
    const rule = { requests: 1, windowMs: 60_000 }
    assert.equal((await takeRequest(here.db, key, rule)).accepted, true)
    assert.equal((await takeRequest(here.db, key, rule)).accepted, false)
    await age(here, key, 60_000)
    assert.equal((await takeRequest(here.db, key, rule)).accepted, true)
  })

  it('never accepts more within any window, however two processes storm it', async () => {
    const key = newKey()
    const rule = { requests: 5, windowMs: 150 }
    await sql`create table accepted (key text, at timestamptz)`.execute(here.db)
    await sql`
      create function note() returns trigger language plpgsql as $$ begin
        if not new.refused then insert into accepted values (new.key, new.accepted_at[cardinality(new.accepted_at)]); end if;
        return new;
      end $$`.execute(here.db)
    await sql`create trigger note after insert or update on rate_limits for each row execute function note()`.execute(
      here.db,
    )
    let accepted = 0
    const storm = async ({ db }: Database): Promise<void> => {
      while (accepted < 40) if ((await takeRequest(db, key, rule)).accepted) accepted++
    }
    await Promise.all([here, there].flatMap((side) => [storm(side), storm(side), storm(side)]))
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from at)::float8 * 1000 as ms from accepted where key = ${key} order by at`.execute(here.db)
    assert.equal(rows.length, accepted)
    for (let last = rule.requests; last < rows.length; last++) {
      const span = rows[last]!.ms - rows[last - rule.requests]!.ms
      assert.ok(span >= rule.windowMs - 0.001, `${rule.requests + 1} within ${span} ms`)
    }
    await sql`drop trigger note on rate_limits`.execute(here.db)
  })

  it('refuses only when the window before is full, accepts only when it is not', async () => {
    const gapMs = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 400 }), fc.integer({ min: 900, max: 1100 }))
    await fc.assert(
      fc.asyncProperty(
        fc.array(gapMs, { minLength: 6, maxLength: 14 }),
        fc.integer({ min: 1, max: 6 }),
        async (gaps, requests) => {
          const key = newKey()
          for (const gap of gaps) {
            await age(here, key, gap)
            const before = await logOf(here, key)
            const verdict = await takeRequest(gap % 2 ? here.db : there.db, key, { requests, windowMs: 1000 })
            const after = await logOf(here, key)
            if (verdict.accepted) {
              const moment = after.times.at(-1)!
              assert.ok(before.times.filter((time) => time > moment - 1000).length < requests)
            } else {
              assert.ok(before.times.filter((time) => time > before.now - 1000).length >= requests)
              assert.deepEqual(after.times, before.times)
            }
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('never refuses a client that keeps to 4.5 in a second', async () => {
    const key = newKey()
    for (let sent = 0; sent < 60; sent++) {
      await age(here, key, 1000 / 4.5)
      const { accepted } = await takeRequest(sent % 2 ? here.db : there.db, key, perSecond)
      assert.ok(accepted, `request ${sent} was refused`)
    }
  })

  it('forgets what no window can need', async () => {
    const [old, young] = [newKey(), newKey()]
    await takeRequest(here.db, old, perSecond)
    await takeRequest(here.db, young, perSecond)
    await age(here, old, 25 * 3_600_000)
    await forgetOldRequests(here.db)
    assert.equal((await logOf(here, old)).times.length, 0)
    assert.equal((await logOf(here, young)).times.length, 1)
  })
})

/** Lets time pass for one key: its accepted requests lie that much further back. */
async function age({ db }: Database, key: string, ms: number): Promise<void> {
  await sql`
    update rate_limits
    set accepted_at = array(select t - make_interval(secs => ${ms / 1000}) from unnest(accepted_at) with ordinality as u (t, n) order by n),
        refused = true
    where key = ${key}`.execute(db)
}

async function logOf({ db }: Database, key: string): Promise<{ now: number; times: number[] }> {
  const { rows } = await sql<{ now: number; times: number[] }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now,
      coalesce((select array(select extract(epoch from t)::float8 * 1000 from unnest(accepted_at) with ordinality as u (t, n) order by n)
        from rate_limits where key = ${key}), '{}') as times`.execute(db)
  return rows[0]!
}
