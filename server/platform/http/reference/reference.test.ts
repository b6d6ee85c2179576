// Tests of the API reference and the OpenAPI description.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { startTestApp, testBaseUrl } from '#testing/app/test-app.ts'

const parley = await startTestApp({ settings: { publicUrl: 'https://a&b.example' } })
after(() => parley[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) =>
  parley.fetch(new Request(testBaseUrl + path, { headers }))

suite('the OpenAPI description', () => {
  test('describes the contract at the public URL', async () => {
    const response = await get('/openapi.json')
    const type = response.headers.get('content-type')
    assert.deepEqual([response.status, type], [200, 'application/json; charset=utf-8'])
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    const document = (await response.json()) as { servers: unknown; paths: Record<string, unknown> }
    assert.deepEqual(document.servers, [{ url: 'https://a&b.example' }])
    assert.ok(document.paths['/api/user/api-keys'])
  })

  test('is not sent again if the ETag matches', async () => {
    const etag = (await get('/openapi.json')).headers.get('etag')!
    const again = await get('/openapi.json', { 'if-none-match': `"other", ${etag}` })
    assert.equal(again.status, 304)
    assert.equal(await again.text(), '')
    assert.equal((await get('/openapi.json', { 'if-none-match': '"other"' })).status, 200)
  })

  test('is compressed for clients that accept gzip', async () => {
    const plain = await (await get('/openapi.json')).text()
    const packed = await get('/openapi.json', { 'accept-encoding': 'br, gzip' })
    assert.equal(packed.headers.get('content-encoding'), 'gzip')
    assert.equal(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString(), plain)
    assert.equal((await get('/openapi.json', { 'accept-encoding': 'gzip;q=0' })).headers.get('content-encoding'), null)
  })
})

suite('the pages', () => {
  test('load nothing from other hosts', async () => {
    for (const path of ['/docs', '/docs/']) {
      const response = await get(path)
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
      const fetched = [...(await response.text()).matchAll(/\b(?:src|href|url)["']?\s*[:=]\s*["']([^"']+)/g)]
      assert.ok(fetched.length > 0)
      for (const [, address] of fetched) assert.match(address!, /^\/(?!\/)|^data:/)
    }
  })

  test('have a policy that forbids other hosts and frames', async () => {
    for (const path of ['/docs', '/docs/scalar.js']) {
      const policy = (await get(path)).headers.get('content-security-policy')!
      assert.match(policy, /default-src 'none'/)
      assert.match(policy, /script-src 'self';/)
      assert.match(policy, /connect-src 'self';/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/)
    }
  })

  test('do not add a policy to API responses', async () => {
    assert.equal((await get('/api/user/me')).headers.get('content-security-policy'), null)
  })
})

suite("the reference's script", () => {
  test('is read once, on first use', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => get('/docs/scalar.js', { 'accept-encoding': 'gzip' })))
    assert.equal(first!.headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.equal(first!.headers.get('etag'), second!.headers.get('etag'))
    const packed = Buffer.from(await first!.arrayBuffer())
    assert.ok(packed.length < 2_000_000)
    assert.match(gunzipSync(packed).toString(), /createApiReference/)
  })

  test('supports the settings that disable telemetry and external requests', async () => {
    const script = await (await get('/docs/scalar.js')).text()
    const page = await (await get('/docs')).text()
    const settings = JSON.parse(/data-configuration='([^']+)'/.exec(page)![1]!)
    assert.deepEqual(
      [settings.telemetry, settings.withDefaultFonts, settings.hideClientButton, settings.proxyUrl],
      [false, false, true, undefined],
    )
    for (const name of Object.keys(settings)) assert.ok(script.includes(name), `${name} is no setting of Scalar's`)
  })
})
