// Tests that requests of accounts reach the sandbox carrier of the installation for its sample files only.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createFetcher } from './index.ts'
import { serveHttp } from './loopback-servers.ts'
import { refusal } from './test-fetchers.ts'

const seen: string[] = []
const target = await serveHttp(({ method, url }, reply) => {
  seen.push(`${method} ${url}`)
  if (url === '/sandbox/website/index.html?away') reply.writeHead(307, { location: '/sandbox/reset' }).end()
  else reply.end('content')
}, '0.0.0.0')
const elsewhere = await serveHttp(({ url }, reply) => {
  reply.writeHead(Number(url!.slice(1, 4)), { location: `http://127.0.0.1:${target.port}${url!.slice(4)}` }).end()
})
after(async () => {
  await target[Symbol.asyncDispose]()
  await elsewhere[Symbol.asyncDispose]()
})

const base = `http://127.0.0.1:${target.port}`
const away = `http://127.0.0.1:${elsewhere.port}`
const picture = '/sandbox/picture.png'
const media = `/sandbox/media/ME${'0123456789abcdef'.repeat(2)}`

/** The operator allows everything on this machine, by addresses and by a name. */
const openFetcher = () =>
  createFetcher({
    allowPrivate: ['127.0.0.0/8', '0.0.0.0/0', '::/0', `inside.example:${target.port}`],
    userAgent: 'test',
    sandbox: base,
    resolve: async (name) => [{ address: name === 'six.example' ? '::ffff:127.0.0.1' : '127.0.0.1' }],
  })

const refuses = (fetcher: ReturnType<typeof openFetcher>, url: string, request: object = {}) =>
  assert.rejects(fetcher.fetch({ url, maxRedirects: 5, ...request }), refusal, url)

test('no spelling of its address reaches the control API, even if the operator allows this machine', async () => {
  await using fetcher = openFetcher()
  seen.length = 0
  const hosts = ['127.0.0.1', '127.1', '2130706433', '0x7f.1', '127.0.0.2', '0.0.0.0', '0', 'localhost', 'a.localhost']
  const others = ['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '１２７.0.0.1', 'localhost.', '0177.0.0.1']
  const names = ['inside.example', 'rebind.example', 'six.example']
  for (const host of [...hosts, ...others, ...names])
    for (const path of ['/sandbox/reset', '/sandbox/clock', '/sandbox/requests', '/2010-04-01/Accounts.json', picture])
      for (const method of ['GET', 'POST', 'DELETE'])
        await refuses(fetcher, `http://${host}:${target.port}${path}`, { method })
  assert.deepEqual(seen, [])
  assert.equal((await fetcher.fetch({ url: `http://127.1:${elsewhere.port}/200` })).status, 200)
})

test('requests for files read its samples, and nothing else', async () => {
  await using fetcher = openFetcher()
  seen.length = 0
  const readsFile = true
  for (const path of [
    picture,
    media,
    '/sandbox/website/index.html',
    `${picture}?a=1#b`,
    `/sandbox/media/..${picture.slice(8)}`,
  ])
    for (const method of ['GET', 'HEAD']) {
      assert.equal(fetcher.refuses(base + path, { readsFile }), undefined)
      assert.equal((await fetcher.fetch({ url: base + path, method, readsFile })).status, 200)
    }
  assert.equal((await fetcher.fetch({ url: `${away}/302${picture}`, readsFile, maxRedirects: 1 })).status, 200)
  const allowed = seen.length
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    await refuses(fetcher, base + picture, { method, readsFile })
  const paths = [
    ...['', '/', '/sandbox', '/sandbox/', '/sandbox/state', '/sandbox/events', '/sandbox/requests', '/sandbox/phones'],
    ...[
      `${picture}/`,
      `${picture}/../clock`,
      `${picture}/%2e%2e/clock`,
      '/sandbox//picture.png',
      '/SANDBOX/picture.png',
    ],
    ...[
      `${media}0`,
      '/sandbox/media/',
      `${media}/../../state`,
      '/sandbox/website/../state',
      '/2010-04-01/Accounts.json',
    ],
    ...[
      '/sandbox/website/%2e%2e%2fstate',
      '/sandbox\\state',
      `//x${picture}`,
      `/x${picture}`,
      `/.${picture.slice(0, 9)}state`,
    ],
  ]
  for (const path of paths) await refuses(fetcher, base + path, { readsFile })
  for (const path of paths) await refuses(fetcher, `${away}/302${path}`, { readsFile })
  await refuses(fetcher, `${away}/307${picture}`, { readsFile, method: 'POST', body: 'x' })
  for (const host of ['[::1]', '127.0.0.2', 'rebind.example'])
    await refuses(fetcher, `http://${host}:${target.port}${picture}`, { readsFile })
  assert.equal(seen.length, allowed)
  await refuses(fetcher, `${base}/sandbox/website/index.html?away`, { readsFile })
  assert.equal(seen.length, allowed + 1)
})

test('a connection that read a sample is not used by other requests', async () => {
  await using fetcher = openFetcher()
  await fetcher.fetch({ url: base + picture, readsFile: true })
  await refuses(fetcher, base + picture)
  await refuses(fetcher, `${base}/sandbox/reset`, { method: 'POST', readsFile: true })
})

test('without the permission of the operator, nothing else of this machine is reached', async () => {
  await using fetcher = createFetcher({ allowPrivate: [], userAgent: 'test', sandbox: base })
  assert.equal((await fetcher.fetch({ url: base + picture, readsFile: true })).status, 200)
  assert.equal(fetcher.isPrivate(base + picture), true)
  for (const url of [`${away}/200`, `http://localhost:${elsewhere.port}/200`, base, `${base}/sandbox/state`]) {
    assert.match(fetcher.refuses(url)!, /private or reserved/)
    await refuses(fetcher, url, { readsFile: true })
  }
})
