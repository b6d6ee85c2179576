// Tests that no time in the API depends on the time zone and the other settings of the database or the role.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { contract } from '#sdk/index.ts'
import { type App, openApp } from '#server/app.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createTestDatabase } from '#testing/app/database.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import type { DatabaseClient } from './connections/database-client.ts'
import { openDatabase } from './database.ts'
import { timestampInUtc } from './timestamp-in-utc.ts'

const log = createLog({ level: 'silent', pretty: false })

/** As far as this test reads it. */
type Endpoint = { method: string; auth: string; path: string }

const unusual = {
  timezone: 'Europe/Berlin',
  datestyle: 'German',
  intervalstyle: 'iso_8601',
  extra_float_digits: '-5',
  default_transaction_isolation: 'serializable',
  statement_timeout: '5s',
  lock_timeout: '5s',
  idle_session_timeout: '30s',
}

it('sessions have the same settings, whatever the database, the role and the URL set', async () => {
  await using created = await createTestDatabase()
  const url = new URL(created.connectionString)
  const name = url.pathname.slice(1)
  const role = `${name}_role`
  await using plain = openDatabase(created.connectionString, { maxConnections: 1, name: 'test' })
  await plain.pool.query(`create role ${role} superuser login`)
  for (const [setting, value] of Object.entries(unusual)) {
    await plain.pool.query(`alter database ${name} set ${setting} = '${value}'`)
    await plain.pool.query(`alter role ${role} set ${setting} = '${value}'`)
  }
  url.searchParams.set('options', `-c timezone=Asia/Tokyo -c work_mem=5MB -c role=${role}`)
  const read = async (connectionString: string) => {
    await using database = openDatabase(connectionString, { maxConnections: 1, name: 'test' })
    const names = Object.keys(unusual).map((each) => `current_setting('${each}') as ${each}`)
    const { rows } = await database.pool.query(`
      select ${names.join(', ')}, current_setting('work_mem') as memory, timestamptz 'epoch' as time,
        to_json(timestamptz 'epoch') as json, (timestamptz 'epoch')::date::text as date`)
    return rows[0]
  }
  const expected = await read(created.connectionString)
  assert.equal(expected.timezone, 'UTC')
  assert.equal(expected.statement_timeout, '1min')
  assert.deepEqual(
    [expected.time, expected.json, expected.date],
    ['1970-01-01 00:00:00+00', '1970-01-01T00:00:00+00:00', '1970-01-01'],
  )
  assert.deepEqual(await read(url.href), { ...expected, memory: '5MB' })
  const client = (await plain.pool.connect()) as unknown as DatabaseClient & pg.PoolClient
  const { rows } = await client.query(
    `select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()`,
  )
  client.release()
  assert.deepEqual(client.backend, rows[0])
  await plain.pool.query(`drop role ${role}`)
})

it('the API has the same times with a database in another time zone', async () => {
  await using parley = await startTestApp()
  const assistant = await parley.createAssistant()
  const { client, token } = assistant
  await client.labels.create({ name: 'Label' })
  const paths = Object.values(contract)
    .flatMap((group) => Object.values(group) as Endpoint[])
    .filter(({ method, auth, path }) => method === 'GET' && auth === 'key' && !/[{]|events$|audit/.test(path))
    .map(({ path }) => path)
  const read = async ({ http }: App): Promise<string[]> => {
    const bodies: string[] = []
    for (const url of paths) {
      const { body } = await http.inject({ url, headers: { authorization: `Bearer ${token}` } })
      bodies.push(`${url}: ${body}`)
    }
    return bodies
  }
  const expected = await read(parley.app)
  const times = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d/
  assert.ok(expected.filter((body) => times.test(body)).length >= 4, expected.join('\n'))
  const name = /parley_test_\w+/.exec(parley.connectionString)![0]
  await using other = openDatabase(parley.connectionString, { maxConnections: 1, name: 'test' })
  await other.pool.query(`alter database ${name} set timezone = 'Europe/Berlin'`)
  await other.pool.query(`alter database ${name} set datestyle = 'German'`)
  await using reopened = await openApp(parley.config, { log, jobsRunning: false })
  await reopened.http.ready()
  for (const [index, body] of (await read(reopened)).entries()) assert.equal(body, expected[index])
})

it('every session reads the same timestamps, with their microseconds', async () => {
  await using created = await createTestDatabase()
  const client = new pg.Client(created.connectionString)
  client.setTypeParser(1184, (text: string) => text)
  await client.connect()
  const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Niue']
  const seconds = fc.integer({ min: -62_000_000_000, max: 253_000_000_000 })
  const moments = fc.sample(fc.tuple(seconds, fc.integer({ min: 0, max: 999_999 })), 200)
  const read = async (zone: string): Promise<string[]> => {
    await client.query(`set timezone = '${zone}'`)
    const { rows } = await client.query<{ at: string }>(
      `select timestamptz 'epoch' + s * interval '1 second' + m * interval '1 microsecond' as at
       from unnest($1::bigint[], $2::bigint[]) with ordinality t (s, m, n) order by n`,
      [moments.map(([s]) => s), moments.map(([, m]) => m)],
    )
    return rows.map(({ at }) => at)
  }
  const expected = await read('UTC')
  for (const zone of zones) assert.deepEqual((await read(zone)).map(timestampInUtc), expected, zone)
  assert.equal(timestampInUtc('infinity'), 'infinity')
  await client.end()
})
