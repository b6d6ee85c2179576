// Process liveness: ended processes are detected, and a lost connection does not count as an end.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import { openProcessLiveness } from './process-liveness.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const { db, log, liveness } = parley.app.context

describe('a process', () => {
  const open = () => openProcessLiveness({ connectionString: parley.connectionString, db, log })
  /** Ends the connections that announce processes. */
  const endConnections = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'parley liveness' and datname = current_database()`.execute(db)

  it('counts as alive until it ends', async () => {
    const other = await open()
    assert.notEqual(other.id, liveness.id)
    assert.deepEqual(await liveness.selectMissing([other.id, liveness.id, 'unknown']), ['unknown'])
    assert.equal(await liveness.isDead(other.id), false)
    assert.equal(await other.isDead(liveness.id), false)
    await other[Symbol.asyncDispose]()
    assert.equal(await liveness.isDead(other.id), true)
  })

  it('announces further names until they are disposed of', async () => {
    await using other = await open()
    const announcement = other.announce('worker')
    while ((await liveness.selectMissing(['worker'])).length > 0);
    await announcement[Symbol.asyncDispose]()
    assert.deepEqual(await liveness.selectMissing(['worker']), ['worker'])
  })

  it('announces its names again after a lost connection, and reports no process as dead in the meantime', async () => {
    await using one = await open()
    await using other = await open()
    await using _announcement = one.announce('worker')
    await endConnections()
    const verdicts = await Promise.all([one.isDead(other.id), other.isDead(one.id)])
    assert.deepEqual(verdicts, [false, false])
    await using newcomer = await open()
    while ((await newcomer.selectMissing([one.id, other.id, 'worker'])).length > 0);
    assert.equal(await newcomer.isDead(one.id), false)
    assert.deepEqual(await one.selectMissing(['unknown']), [], 'no process counts as missing for a while')
  })
})
