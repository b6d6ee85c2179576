// Process liveness: ended processes are detected, and a lost connection does not count as an end.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { createTestDatabase } from '#testing/app/database.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
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

  it('reports no process as dead while it does not see its own announcement on the server that it asks', async () => {
    // As after a failover: its own session is still connected to the server before.
    await using elsewhere = await createTestDatabase()
    await using one = await openProcessLiveness({ connectionString: elsewhere.connectionString, db, log })
    await using other = await open()
    assert.deepEqual(await other.selectMissing(['unknown']), ['unknown'])
    assert.deepEqual(await one.selectMissing(['unknown', other.id]), [])
    assert.equal(await one.isDead('unknown'), false)
  })

  it('does not report its own names, even before they are announced', async () => {
    await using one = await open()
    await using _announcement = one.announce('new worker')
    assert.deepEqual(await one.selectMissing(['new worker', 'unknown']), ['unknown'])
  })

  it('ends the session that it has lost but the server has kept, so that it counts once', async () => {
    await using one = await open()
    await using _announcement = one.announce('capacity')
    await until(async () => (await liveness.countProcesses('capacity')) === 1)
    const kept = new pg.Client({ connectionString: parley.connectionString })
    const ended = new Promise<void>((resolve) => kept.once('end', resolve))
    kept.on('error', () => {})
    await kept.connect()
    const names = [one.id, 'capacity']
    await kept.query(
      `select pg_advisory_lock_shared(hashtext('parley liveness'), hashtext(name)) from unnest($1::text[]) name`,
      [names],
    )
    assert.equal(await liveness.countProcesses('capacity'), 2)
    await endConnections()
    await ended
    await until(async () => (await liveness.countProcesses('capacity')) === 1)
    await one[Symbol.asyncDispose]()
    await until(async () => (await liveness.countProcesses('capacity')) === 0)
  })
})
