// Presence: who lives is shown to all, who has ended is missed, and a lost connection is no death.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { openProcessLiveness } from './process-liveness.ts'

describe('a process', () => {
  let parley: TestApp
  before(async () => {
    parley = await startTestApp()
  })
  after(() => parley[Symbol.asyncDispose]())

  const open = () => {
    const { db, log } = parley.app.context
    return openProcessLiveness({ connectionString: parley.connectionString, db, log })
  }
  /** The connections that show who lives, all of this database. */
  const endConnections = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'parley liveness' and datname = current_database()`.execute(parley.app.context.db)

  it('lives for others until it ends', async () => {
    const { liveness } = parley.app.context
    const other = await open()
    assert.notEqual(other.id, liveness.id)
    assert.deepEqual(await liveness.selectMissing([other.id, liveness.id, 'nobody']), ['nobody'])
    assert.equal(await liveness.isDead(other.id), false)
    assert.equal(await other.isDead(liveness.id), false)
    await other[Symbol.asyncDispose]()
    assert.equal(await liveness.isDead(other.id), true)
  })

  it('shows further names for as long as they are wanted', async () => {
    const { liveness } = parley.app.context
    await using other = await open()
    const shown = other.announce('worker')
    while ((await liveness.selectMissing(['worker'])).length > 0);
    await shown[Symbol.asyncDispose]()
    assert.deepEqual(await liveness.selectMissing(['worker']), ['worker'])
  })

  it('shows all its names again after its connection was lost, and takes nobody for dead meanwhile', async () => {
    await using one = await open()
    await using other = await open()
    await using _shown = one.announce('worker')
    await endConnections()
    const verdicts = await Promise.all([one.isDead(other.id), other.isDead(one.id)])
    assert.deepEqual(verdicts, [false, false])
    await using newcomer = await open()
    while ((await newcomer.selectMissing([one.id, other.id, 'worker'])).length > 0);
    assert.equal(await newcomer.isDead(one.id), false)
    assert.deepEqual(await one.selectMissing(['nobody']), [], 'it judges nobody for a while')
  })
})
