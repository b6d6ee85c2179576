// The application's clock: one offset for statements and for all processes, and jobs that follow it.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openApp } from '#server/app.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { transaction } from '../context/transaction.ts'
import { toDate } from '../time/timestamps.ts'
import { selectNow } from './app-clock.ts'

const hourMs = 60 * 60_000

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const { context, clock } = parley.app
const { db } = context

describe('the clock', () => {
  const job = { name: 'test.later' }
  const addJobIn = (ms: number) => {
    const runAt = new Date(context.now().getTime() + ms)
    return transaction(context, (tx) => tx.addJob(job, {}, { runAt }))
  }
  /** Returns the delays of the waiting jobs in real time. */
  const delaysMs = async () => {
    const { rows } = await sql<{ ms: number }>`
      select round(extract(epoch from run_at - now()) / 60) * 60000 as ms from graphile_worker.jobs
      where task_identifier = ${job.name} order by run_at`.execute(db)
    return rows.map(({ ms }) => ms)
  }
  const isAheadBy = async (ms: number) => {
    for (const date of [context.now(), toDate(await selectNow(db))])
      assert.ok(Math.abs(date.getTime() - Date.now() - ms) < 30_000)
  }

  it('is the same in statements and in the process, and has no row while it shows real time', async () => {
    const offsets = async () => (await sql`select 1 from clock_offset`.execute(db)).rows.length
    await isAheadBy(0)
    assert.equal(await offsets(), 0)
    await clock.turnTo(hourMs)
    await isAheadBy(hourMs)
    assert.equal(await offsets(), 1)
    await clock.turnTo(0)
    await isAheadBy(0)
    assert.equal(await offsets(), 0)
  })

  it('makes waiting jobs due when it is turned forward, and leaves them the rest of their delay when it is turned back', async () => {
    await addJobIn(hourMs)
    await addJobIn(3 * hourMs)
    await clock.turnTo(2 * hourMs)
    assert.deepEqual(await delaysMs(), [-hourMs, hourMs])
    await addJobIn(2 * hourMs)
    assert.deepEqual(await delaysMs(), [-hourMs, hourMs, 2 * hourMs])
    await clock.turnTo(0)
    assert.deepEqual(await delaysMs(), [-hourMs, hourMs, 2 * hourMs])
  })

  it('is turned even if a worker that takes jobs causes a deadlock', async () => {
    await addJobIn(hourMs)
    await sql`
      create sequence deadlocks;
      create function cause_deadlock() returns trigger language plpgsql as $$ begin
        if nextval('deadlocks') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger cause_deadlock before update on graphile_worker._private_jobs
        for each row execute function cause_deadlock()`.execute(db)
    await clock.turnTo(hourMs)
    await isAheadBy(hourMs)
    await sql`drop trigger cause_deadlock on graphile_worker._private_jobs`.execute(db)
    await clock.turnTo(0)
  })

  it('shows real time again once Parley is started with a carrier that is not a sandbox', async () => {
    await clock.turnTo(hourMs)
    const log = createLog({ level: 'silent', pretty: false })
    const settings = { ...parley.config.settings, carrierIsLocal: false }
    await using real = await openApp({ ...parley.config, settings }, { log, jobsRunning: false })
    assert.ok(Math.abs(real.context.now().getTime() - Date.now()) < 1_000)
  })
})
