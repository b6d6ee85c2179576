// Tests of the metrics endpoint's host check, and of readiness during a shutdown.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { configFrom } from '#server/config.ts'
import { startTestApp } from '#testing/app/test-app.ts'
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
