// Tests of the metrics endpoint's host check, and of readiness during a shutdown.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { configFrom } from '#server/config.ts'
import { oneValue } from '#server/platform/database/statements.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { rawRequests } from '#testing/http/raw-request.ts'

describe('the metrics endpoint', () => {
  it('answers only under IP addresses, loopback names and configured names', async () => {
    const config = configFrom({ METRICS_HOSTS: 'parley,Metrics.internal', PUBLIC_URL: 'https://bot.example.com' })
    await using parley = await startTestApp({ config: { metricsHosts: config.metricsHosts } })
    const ask = async (host: string) =>
      (await parley.app.http.inject({ url: '/metrics', headers: { host } })).statusCode
    for (const host of [
      ...['127.0.0.1', '127.0.0.1:8080', '[::1]:8080', '10.1.2.3', 'localhost', 'LOCALHOST:8080', 'a.localhost'],
      ...['parley:8080', 'metrics.internal', 'bot.example.com', 'BOT.example.com:443'],
    ])
      assert.equal(await ask(host), 200, host)
    for (const host of ['evil.example', 'evil.example:8080', 'localhost.evil.example', '127.0.0.1.evil.example', ':'])
      assert.equal(await ask(host), 404, host)
    const { body } = await parley.app.http.inject({ url: '/metrics', headers: { host: 'evil.example' } })
    assert.deepEqual(JSON.parse(body), { message: 'The route metrics could not be found.' })
  })
})

describe('readiness', () => {
  it('reports why the database cannot be used', async () => {
    await using parley = await startTestApp()
    const { db } = parley.app.context
    const ask = async () => {
      const { statusCode, body } = await parley.app.http.inject('/readyz')
      return [statusCode, JSON.parse(body).status]
    }
    /** Later sessions of the database have the setting. */
    const setReadOnly = async (value: 'on' | 'off') => {
      const name = await oneValue<string>(db)`select current_database()`
      await db.transaction().execute(async (tx) => {
        await sql`set transaction read write`.execute(tx)
        await sql`alter database ${sql.id(name)} set default_transaction_read_only = ${sql.raw(value)}`.execute(tx)
      })
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'parley notifications'`.execute(db)
    }
    await setReadOnly('on')
    await until(async () => (await ask())[0] === 503)
    assert.deepEqual(await ask(), [503, 'the database is read-only'])
    await setReadOnly('off')
    await until(async () => (await ask())[0] === 200)
    const { body } = await parley.app.http.inject('/metrics')
    const metrics = ['heartbeat_age_seconds', 'unavailable_seconds_total', 'reconnections_total']
    const values = metrics.map((name) => Number(new RegExp(`^parley_database_${name} (\\S+)$`, 'm').exec(body)?.[1]))
    const [ageSeconds, unavailableSeconds, reconnections] = values as [number, number, number]
    assert.ok(ageSeconds < 6, String(ageSeconds))
    assert.ok(unavailableSeconds > 0, String(unavailableSeconds))
    assert.ok(reconnections >= 2, String(reconnections))
  })

  it('reports the shutdown to regular callers before the server closes', async () => {
    await using parley = await startTestApp()
    const ask = (path: string) => rawRequests(parley)('GET', path)
    for (let time = 0; time < 2; time++) assert.equal((await ask('/readyz')).status, 200)
    const stopped = parley.app[Symbol.asyncDispose]()
    assert.equal((await ask('/openapi.json')).status, 200)
    const { status, body } = await ask('/readyz')
    assert.deepEqual([status, body], [503, { status: 'stopping' }])
    await stopped
  })
})
