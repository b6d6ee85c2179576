// Tests of the client address behind a proxy, and of the warning about a proxy that is not trusted.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Registry } from 'prom-client'
import { createLog } from '../observability/log.ts'
import { createRequestMetrics } from './request-metrics.ts'
import { createHttpServer } from './server.ts'

async function ask(trustedProxies: string[], peers: string[]) {
  const lines: string[] = []
  const log = createLog({ level: 'warn', pretty: false, destination: { write: (line) => void lines.push(line) } })
  await using stack = new AsyncDisposableStack()
  const server = createHttpServer({ log, metrics: createRequestMetrics(new Registry()), trustedProxies })
  stack.defer(() => server.close())
  server.get('/ip', (request) => request.ip)
  const ips: string[] = []
  for (const remoteAddress of peers) {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    ips.push((await server.inject({ url: '/ip', remoteAddress, headers })).payload)
  }
  return { ips, warnings: lines.map((line) => JSON.parse(line) as { from: string; msg: string }) }
}

describe('the client address', () => {
  it('is the one that a trusted proxy forwards', async () => {
    assert.deepEqual(await ask(['10.0.0.0/8'], ['10.1.2.3']), { ips: ['203.0.113.7'], warnings: [] })
  })

  it('is the peer if the proxy is not trusted, with one warning', async () => {
    for (const trusted of [[], ['10.0.0.0/8']]) {
      const { ips, warnings } = await ask(trusted, ['192.168.0.2', '192.168.0.2'])
      assert.deepEqual(ips, ['192.168.0.2', '192.168.0.2'])
      assert.deepEqual(
        warnings.map(({ from }) => from),
        ['192.168.0.2'],
      )
      assert.match(warnings[0]!.msg, /TRUSTED_PROXIES/)
    }
  })
})
