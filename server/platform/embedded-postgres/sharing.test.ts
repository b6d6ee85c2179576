// Tests of several processes that share one server.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { end, query, serverPid, spawnParley, startParley, temporaryFolder } from '#testing/embedded-postgres/harness.ts'
import { isAlive } from './processes.ts'

const one = 'select 1 as one'
/** Empty before the first test. */
const dataDir = join(await temporaryFolder({ after }), 'data')

test('two processes that start concurrently on an empty directory share one server until the last one ends', async (t) => {
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

test('two processes that end concurrently stop the server once', async (t) => {
  const both = [await startParley(t, dataDir), await startParley(t, dataDir)]
  const codes = await Promise.all(both.map((parley) => end(parley.child, 'SIGTERM')))
  assert.deepEqual(codes, [0, 0])
  assert.equal(await serverPid(dataDir), undefined)
})

test('the server and its remaining users survive the kill of the process that started it', async (t) => {
  const starter = await startParley(t, dataDir)
  const other = await startParley(t, dataDir)
  const pid = (await serverPid(dataDir))!
  await end(starter.child, 'SIGKILL')
  assert.deepEqual(await query(other.connectionString, one), [{ one: 1 }])
  assert.equal(await end(other.child, 'SIGTERM'), 0)
  assert.equal(await isAlive(pid), false)
})

test('a start that is killed while it holds the lock does not block other processes', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data')
  const killed = spawnParley(t, dataDir)
  const others = [startParley(t, dataDir), startParley(t, dataDir)]
  await end(killed, 'SIGKILL')
  for (const parley of await Promise.all(others)) {
    assert.deepEqual(await query(parley.connectionString, one), [{ one: 1 }])
  }
})

test('a start while the last user ends gets a running server', async (t) => {
  let last = await startParley(t, dataDir)
  for (let round = 0; round < 3; round++) {
    const [next] = await Promise.all([startParley(t, dataDir), end(last.child, 'SIGTERM')])
    assert.deepEqual(await query(next.connectionString, one), [{ one: 1 }])
    last = next
  }
})

test('a durable process enables fsync on a server that was started without it', async (t) => {
  const careless = await startParley(t, dataDir, { durable: false })
  assert.deepEqual(await query(careless.connectionString, 'show fsync'), [{ fsync: 'off' }])
  const careful = await startParley(t, dataDir, { durable: true })
  assert.equal(careful.adopted, true)
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    assert.deepEqual(await query(careful.connectionString, `show ${name}`), [{ [name]: 'on' }])
  }
})
