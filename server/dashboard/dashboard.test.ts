// Tests of serving a build of the dashboard, and of the page that replaces it.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { createLog } from '#server/platform/observability/log.ts'
import { brotliSuffix, hashOfSources, stampName } from './built.ts'
import { serveDashboard } from './dashboard.ts'

const folder = await mkdtemp(join(tmpdir(), 'parley-dashboard-'))
after(() => rm(folder, { recursive: true }))

function open(dist: string, isEnabled = true) {
  const server = fastify()
  const log = createLog({ level: 'silent', pretty: false })
  serveDashboard(server, { publicUrl: 'https://a&b.example', log, isEnabled, folder: dist })
  after(() => server.close())
  return (path: string, headers: Record<string, string> = {}) => server.inject({ url: path, headers })
}

async function buildOf(name: string, files: Record<string, string>, stamp: string): Promise<string> {
  const dist = join(folder, name)
  await mkdir(join(dist, 'assets'), { recursive: true })
  for (const [path, text] of Object.entries(files)) await writeFile(join(dist, path), text)
  await writeFile(join(dist, stampName), stamp)
  return dist
}

test('a page says that the dashboard is being built, reloads by itself and loads nothing from elsewhere', async () => {
  const get = open(join(folder, 'none'))
  for (const path of ['/', '/calls', '/calls/7']) {
    const { statusCode, body, headers } = await get(path)
    assert.equal(statusCode, 200)
    assert.match(body, /The dashboard is being built/)
    assert.match(body, /http-equiv="refresh" content="2"/)
    assert.ok(body.includes('curl https://a&#38;b.example/api/user/me'))
    assert.doesNotMatch(body, /\{\{/)
    for (const [, address] of body.matchAll(/\b(?:src|href)="([^"]+)/g)) assert.match(address!, /^\/(?!\/)|^data:/)
    assert.match(headers['content-security-policy'] as string, /default-src 'none'/)
  }
  assert.equal((await get('/assets/a.js')).statusCode, 404)
})

test('browsers get a page with the status 404 at unknown addresses, and other clients get JSON', async () => {
  const get = open(await buildOf('missing', { 'index.html': '<p>the pages' }, await hashOfSources()))
  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
  for (const path of ['/foo', '/assistants/abc/def', '/caals?tab=1']) {
    const page = await get(path, browser)
    assert.deepEqual([page.statusCode, page.body], [404, '<p>the pages'], path)
    assert.match(page.headers['content-security-policy'] as string, /default-src 'none'/)
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }] as Record<string, string>[]) {
      const { statusCode, headers: sent } = await get(path, headers)
      assert.deepEqual([statusCode, sent['content-type']], [404, 'application/json; charset=utf-8'])
    }
  }
  for (const path of ['/api', '/api?x=1', '/api/user/foo']) {
    const api = await get(path, browser)
    assert.deepEqual([api.statusCode, api.headers['content-type']], [404, 'application/json; charset=utf-8'], path)
  }
})

test('the icon is there without a build', async () => {
  const get = open(join(folder, 'none'))
  for (const path of ['/favicon.svg', '/favicon.ico']) {
    const { statusCode, headers, body } = await get(path)
    assert.deepEqual([statusCode, headers['content-type']], [200, 'image/svg+xml; charset=utf-8'])
    assert.match(body, /<svg/)
  }
})

test('a build of other sources is not served, and one that another process finishes is found', async () => {
  const dist = await buildOf('late', { 'index.html': '<p>the pages' }, 'of other sources')
  const get = open(dist)
  assert.match((await get('/')).body, /is being built/)
  await writeFile(join(dist, stampName), await hashOfSources())
  assert.equal((await get('/')).body, '<p>the pages')
})

test('every page is the same file under a strict policy, and assets are kept by browsers', async () => {
  const files = { 'index.html': '<p>the pages', 'assets/a-1.js': 'start()', 'favicon.svg': '<svg/>', 'secret.txt': '' }
  const get = open(await buildOf('done', files, await hashOfSources()))
  for (const path of ['/', '/inbox?conversation=1', '/automations/2']) {
    const { body, headers } = await get(path)
    assert.equal(body, '<p>the pages')
    assert.equal(headers['cache-control'], 'no-cache')
    const policy = headers['content-security-policy'] as string
    assert.match(policy, /script-src 'self';style-src 'self';/)
    assert.match(policy, /connect-src 'self' wss:\/\/a&b.example;/)
    assert.match(policy, /frame-ancestors 'none'/)
  }
  const asset = await get('/assets/a-1.js?v=1')
  assert.deepEqual([asset.body, asset.headers['content-type']], ['start()', 'text/javascript; charset=utf-8'])
  assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal((await get('/', { 'if-none-match': (await get('/')).headers['etag'] as string })).statusCode, 304)
  for (const path of ['/assets/', '/assets/b.js', '/assets/../secret.txt', '/assets/%2e%2e/secret.txt', '/.sources'])
    assert.equal((await get(path)).statusCode, 404, path)
})

test('files are compressed as browsers accept it', async () => {
  const text = 'start()'.repeat(100)
  const dist = await buildOf('compressed', { 'index.html': text, 'assets/a.js': text }, await hashOfSources())
  await writeFile(join(dist, `assets/a.js${brotliSuffix}`), brotliCompressSync(text))
  const get = open(dist)
  const encodings = { br: 'gzip, deflate, br, zstd', gzip: 'gzip, br;q=0' }
  for (const [encoding, accepted] of Object.entries(encodings)) {
    const { rawPayload, headers } = await get('/assets/a.js', { 'accept-encoding': accepted })
    assert.deepEqual([headers['content-encoding'], headers['vary']], [encoding, 'accept-encoding'])
    assert.ok(rawPayload.length < 50)
    assert.equal((encoding === 'br' ? brotliDecompressSync : gunzipSync)(rawPayload).toString(), text)
  }
  const plain = await get('/assets/a.js')
  assert.deepEqual([plain.headers['content-encoding'], plain.body], [undefined, text])
  assert.equal((await get('/', { 'accept-encoding': 'br, gzip' })).headers['content-encoding'], 'gzip')
})

test('without the dashboard, the page says so', async () => {
  const get = open(await buildOf('off', { 'index.html': '<p>the pages' }, await hashOfSources()), false)
  assert.match((await get('/')).body, /DASHBOARD is off/)
})
