// Tests of schedules that cannot be started, and of changes at the time of a run.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '#testing/app/test-app.ts'
import { createFlow, flowOf, latestRuns, step, type TestFlow } from '#testing/automations/flows.ts'

const note = step('note', 'set', { values: { a: 1 } })
const trigger = { type: 'schedule', input: { cron: '*/10 * * * *' } }
const tenMinutesMs = 600_000

const createSchedule = async (parley: TestApp): Promise<TestFlow> =>
  createFlow(await parley.createAccount(), [note], { trigger })
const nextRunOf = async ({ client, id }: TestFlow) => (await client.automations.get({ id })).next_run_at
const secondsToWakeUp = async ({ app }: TestApp): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs
    where key = 'automations.dispatch:wake-up'`.execute(app.context.db)
  return rows[0]!.seconds
}

describe('a schedule', () => {
  it('whose flow is missing or fails does not stop those of others, nor lets the dispatcher run in a loop', async () => {
    await using parley = await startTestApp()
    const { db } = parley.app.context
    const [missing, failing, good] = [
      await createSchedule(parley),
      await createSchedule(parley),
      await createSchedule(parley),
    ]
    await sql`update automations set next_at = next_at - interval '1 second' where id <> ${good.id}`.execute(db)
    await sql`delete from automation_versions where automation_id = ${missing.id}`.execute(db)
    await sql`update automation_versions set flow = '{}'::json where automation_id = ${failing.id}`.execute(db)
    await parley.turnClock(tenMinutesMs)
    await parley.runJobs()
    assert.equal((await latestRuns(good)).length, 1)
    const { rows } = await sql`select from automations where next_at <= app_now()`.execute(db)
    assert.deepEqual(rows, [])
    assert.ok((await secondsToWakeUp(parley)) > 0)
  })

  it('whose automation is deleted does not start, and wakes nobody', async () => {
    await using parley = await startTestApp()
    const { db } = parley.app.context
    const { id } = await createSchedule(parley)
    await sql`update automations set deleted_at = app_now() where id = ${id}`.execute(db)
    await parley.turnClock(tenMinutesMs)
    await sql`delete from graphile_worker._private_jobs where key = 'automations.dispatch:wake-up'`.execute(db)
    await parley.runCron('automations.dispatch')
    await parley.runJobs()
    const { rows } = await sql`
      select id::text from automation_runs
      union all select key from graphile_worker.jobs where key = 'automations.dispatch:wake-up'`.execute(db)
    assert.deepEqual(rows, [])
  })

  it('keeps a time that has come if the automation is changed before it is started', async () => {
    await using parley = await startTestApp()
    const flow = await createSchedule(parley)
    const { client, id } = flow
    const first = await nextRunOf(flow)
    await parley.turnClock(tenMinutesMs)
    await client.automations.update({ id, name: 'Renamed', flow: flowOf([note, step('end', 'stop')], trigger) })
    assert.equal(await nextRunOf(flow), first)
    await parley.runJobs()
    assert.equal((await latestRuns(flow)).length, 1)
  })

  it('loses a time that has come if its trigger is changed, or if it is disabled', async () => {
    await using parley = await startTestApp()
    const [changed, disabled] = [await createSchedule(parley), await createSchedule(parley)]
    await parley.turnClock(tenMinutesMs)
    const yearly = { type: 'schedule', input: { cron: '0 0 1 1 *' } }
    await changed.client.automations.update({ id: changed.id, flow: flowOf([note], yearly) })
    for (const enabled of [false, true]) await disabled.client.automations.update({ id: disabled.id, enabled })
    await parley.runJobs()
    for (const flow of [changed, disabled]) assert.deepEqual(await latestRuns(flow), [])
  })
})
