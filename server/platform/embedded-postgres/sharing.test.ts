// Several Parleys on one data directory share one server, whoever started it and in whatever order they end.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isAlive } from './processes.ts'
import { end, query, serverPid, spawnParley, startParley, temporaryFolder } from './testing/harness.ts'

const one = 'select 1 as one'
/** A data directory that has served before, where the test does not need a fresh one. */
const dataDir = join(await temporaryFolder({ after }), 'data')

test('two that start at once on an empty directory share one server until the last one ends', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data')
  const both = await Promise.all([startParley(t, dataDir), startParley(t, dataDir)])
  assert.equal(both.filter((parley) => parley.adopted).length, 1)
  assert.equal(both[0].connectionString, both[1].connectionString)
  const pid = (await serverPid(dataDir))!
  const starter = both.find((parley) => !parley.adopted)!
  const other = both.find((parley) => parley.adopted)!
  await query(starter.connectionString, 'create table shared as select 1 as one')

  assert.equal(await end(starter.child, 'SIGTERM'), 0)
  assert.deepEqual(await query(other.connectionString, 'select one from shared'), [{ one: 1 }])
  assert.equal(await serverPid(dataDir), pid)
  assert.equal(await end(other.child, 'SIGTERM'), 0)
  assert.equal(await isAlive(pid), false)
})

test('two that end at once stop the server, once', async (t) => {
  const both = [await startParley(t, dataDir), await startParley(t, dataDir)]
  const codes = await Promise.all(both.map((parley) => end(parley.child, 'SIGTERM')))
  assert.deepEqual(codes, [0, 0])
  assert.equal(await serverPid(dataDir), undefined)
})

test('a starter that is killed takes neither the server nor the count of its users along', async (t) => {
  const starter = await startParley(t, dataDir)
  const other = await startParley(t, dataDir)
  const pid = (await serverPid(dataDir))!
  await end(starter.child, 'SIGKILL')
  assert.deepEqual(await query(other.connectionString, one), [{ one: 1 }])
  assert.equal(await end(other.child, 'SIGTERM'), 0)
  assert.equal(await isAlive(pid), false)
})

test('a start that is killed with the lock in its hand does not bar the others', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data')
  const killed = spawnParley(t, dataDir)
  const others = [startParley(t, dataDir), startParley(t, dataDir)]
  await end(killed, 'SIGKILL')
  for (const parley of await Promise.all(others)) {
    assert.deepEqual(await query(parley.connectionString, one), [{ one: 1 }])
  }
})

test('a start while the last user ends gets a living server', async (t) => {
  let last = await startParley(t, dataDir)
  for (let round = 0; round < 3; round++) {
    const [next] = await Promise.all([startParley(t, dataDir), end(last.child, 'SIGTERM')])
    assert.deepEqual(await query(next.connectionString, one), [{ one: 1 }])
    last = next
  }
})

test('a durable Parley makes a server durable that was started without', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data')
  const careless = await startParley(t, dataDir, { durable: false })
  assert.deepEqual(await query(careless.connectionString, 'show fsync'), [{ fsync: 'off' }])
  const careful = await startParley(t, dataDir, { durable: true })
  assert.equal(careful.adopted, true)
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    assert.deepEqual(await query(careful.connectionString, `show ${name}`), [{ [name]: 'on' }])
  }
})
