// Tests that name servers, redirects and proxies cannot lead to a private address.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import type { LookupAddress } from 'node:dns'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { createConnector, filteringLookup } from './connector.ts'
import { refusedAnswers } from './hostile-urls-data.ts'
import { createFetcher } from './index.ts'
import { serveForbidden, serveHttp } from './loopback-servers.ts'
import { dial, fetcherBeside, refusal } from './test-fetchers.ts'

const forbidden = await serveForbidden()
after(() => forbidden[Symbol.asyncDispose]())

test('a name with only private addresses is rejected when connecting', async () => {
  const message =
    'The address is not public and cannot be used, unless the operator allows it in ALLOW_PRIVATE_ADDRESSES.'
  for (const answer of refusedAnswers) {
    await using fetcher = fetcherBeside(forbidden, () => answer)
    for (const scheme of ['http', 'https']) {
      const url = `${scheme}://rebind.example:${forbidden.port}/`
      assert.equal(fetcher.refuses(url), undefined)
      await assert.rejects(fetcher.fetch({ url }), { ...refusal, message }, `${url} ${answer}`)
    }
  }
})

test('a name without addresses cannot be reached', async () => {
  await using fetcher = fetcherBeside(forbidden, () => [])
  await assert.rejects(fetcher.fetch({ url: 'http://nowhere.example/' }), { code: 'connect_failed', retryable: true })
})

test('a name that becomes private between two requests is rejected the second time', async () => {
  await using target = await serveHttp((_, reply) => {
    reply.writeHead(200, { connection: 'close' }).end('hello')
  })
  const answers = [['127.0.0.1'], ['::1'], ['127.0.0.2'], ['::ffff:127.0.0.3'], ['127.0.0.1']]
  let lookups = 0
  await using fetcher = createFetcher({
    allowPrivate: [`127.0.0.1:${target.port}`],
    userAgent: 'test',
    resolve: async () => answers[lookups++]!.map((address) => ({ address })),
  })
  const request = { url: `http://rebind.example:${target.port}/` }
  assert.equal((await fetcher.fetch(request)).status, 200)
  for (let i = 0; i < 3; i++) await assert.rejects(fetcher.fetch(request), refusal)
  assert.equal((await fetcher.fetch(request)).status, 200)
  assert.equal(lookups, 5, 'a name is looked up once for each connection')
  assert.equal(target.hits(), 2)
})

test('only the allowed addresses of a name are used', async () => {
  await using target = await serveHttp((_, reply) => void reply.end('hello'))
  await using fetcher = createFetcher({
    allowPrivate: [`127.0.0.1:${target.port}`, `elsewhere.example:${forbidden.port}`],
    userAgent: 'test',
    resolve: async () =>
      ['::1', '127.0.0.2', '::ffff:127.0.0.5', '127.0.0.1', '10.0.0.1'].map((address) => ({ address })),
  })
  assert.equal((await fetcher.fetch({ url: `http://mixed.example:${target.port}/` })).status, 200)
  await assert.rejects(fetcher.fetch({ url: `http://mixed.example:${forbidden.port}/` }), refusal)
})

test('the lookup returns only allowed addresses, as a list or one at a time', async () => {
  const found = ['10.0.0.1', '93.184.215.14', '::1', '2606:4700::1111', '::ffff:127.0.0.1', '::ffff:8.8.8.8']
  const isOpen = (address: string) => ['93.184.215.14', '2606:4700::1111'].includes(address)
  const lookup = filteringLookup(async () => found.map((address) => ({ address })), isOpen)
  const ask = (all: boolean) =>
    new Promise<unknown[]>((done) => lookup('mixed.example', { all }, (...answer: unknown[]) => done(answer)))
  const [error, addresses] = (await ask(true)) as [null, LookupAddress[]]
  assert.equal(error, null)
  assert.deepEqual(addresses, [
    { address: '93.184.215.14', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
  assert.deepEqual(await ask(false), [null, '93.184.215.14', 4])
})

test('the connector checks literal addresses, with and without brackets', async () => {
  const asked: string[] = []
  const connector = createConnector({
    mayDial: (host, address, port) => {
      asked.push(`${host} ${address} ${port}`)
      return false
    },
    resolve: async () => assert.fail('looked up'),
    connectTimeoutMs: 1_000,
  })
  for (const [hostname, protocol, port] of [
    ['127.0.0.1', 'http:', String(forbidden.port)],
    ['::1', 'http:', String(forbidden.port)],
    ['[::1]', 'https:', ''],
    ['::1%lo', 'http:', ''],
  ] as const)
    await assert.rejects(dial(connector, { hostname, protocol, port }), refusal)
  assert.deepEqual(asked, [
    `127.0.0.1 127.0.0.1 ${forbidden.port}`,
    `::1 ::1 ${forbidden.port}`,
    '::1 ::1 443',
    '::1%lo ::1%lo 80',
  ])
})

test('no redirect leads to a private address, at any hop and in any spelling', async () => {
  const { port } = forbidden
  const hosts = ['127.0.0.1', '[::1]', 'localhost', '2130706433', '0x7f.1', '[::ffff:7f00:1]', '１２７.0.0.1']
  const targets = [
    ...[...hosts, 'inside.example'].map((host) => `http://${host}:${port}/`),
    ...[`//127.0.0.1:${port}/`, `\\\\127.0.0.1:${port}\\`, `http:\\\\[::1]:${port}`, `http://user@127.0.0.1:${port}/`],
    ...['http://', 'file:///etc/passwd', 'gopher://example.com/', 'http://example.com:22/', `/${'a'.repeat(2_048)}`],
  ]
  await using server = await serveHttp((request, reply) => {
    const [hops, index] = request.url!.slice(1).split('/').map(Number)
    const location = hops! > 0 ? `/${hops! - 1}/${index}` : Buffer.from(targets[index!]!).toString('latin1')
    reply.writeHead([301, 302, 303, 307, 308][index! % 5]!, { location }).end('see elsewhere')
  })
  await using fetcher = createFetcher({
    allowPrivate: [`127.0.0.1:${server.port}`, `elsewhere.example:${port}`],
    userAgent: 'test',
    resolve: async () => [{ address: '127.0.0.1' }, { address: '::1' }],
  })
  for (const [index, target] of targets.entries()) {
    for (const hops of [0, 1, 3]) {
      const url = `http://127.0.0.1:${server.port}/${hops}/${index}`
      await assert.rejects(fetcher.fetch({ url, maxRedirects: 5 }), refusal, target)
      await assert.rejects(fetcher.fetch({ url, maxRedirects: 5, method: 'POST', body: 'x' }), refusal, target)
    }
  }
})

test('addresses that the operator allows are reached: by address, network, name, port and over IPv6', async () => {
  await using target = await serveHttp((_, reply) => void reply.end('hello'))
  const status = async (entry: string, host: string) => {
    await using fetcher = createFetcher({
      allowPrivate: [entry],
      userAgent: 'test',
      resolve: async () => [{ address: '127.0.0.1' }],
    })
    return (await fetcher.fetch({ url: `http://${host}:${target.port}/` })).status
  }
  const { port } = target
  for (const entry of ['127.0.0.1', `127.0.0.1:${port}`, '127.0.0.0/8', `127.0.0.0/30:${port}`]) {
    for (const host of ['127.0.0.1', 'localhost', 'inside.example', '0x7f.1'])
      assert.equal(await status(entry, host), 200)
  }
  assert.equal(await status(`inside.example:${port}`, 'inside.example'), 200)
  assert.equal(await status(`inside.example:${port}`, 'INSIDE.example.'), 200)
  await assert.rejects(status(`inside.example:${port}`, 'other.example'), refusal)
  await assert.rejects(status(`127.0.0.1:${port + 1}`, '127.0.0.1'), refusal)
  await assert.rejects(status(`127.0.0.2:${port}`, '127.0.0.1'), refusal)
  await assert.rejects(status('10.0.0.0/8', 'inside.example'), refusal)
})

test('IPv6 loopback is reached when the operator allows it', async (t) => {
  const target = await serveHttp((_, reply) => void reply.end('hello'), '::1').catch(() => undefined)
  if (target === undefined) return t.skip('this machine has no IPv6')
  await using _ = target
  await using fetcher = createFetcher({ allowPrivate: [`[::1]:${target.port}`], userAgent: 'test' })
  assert.equal((await fetcher.fetch({ url: `http://[::1]:${target.port}/` })).status, 200)
})

test('proxies in the environment are ignored', async () => {
  await using target = await serveHttp((_, reply) => void reply.end('direct'))
  const proxy = `http://127.0.0.1:${forbidden.port}`
  const program = `
    const { createFetcher } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)})
    await using fetcher = createFetcher({ allowPrivate: ['127.0.0.1:${target.port}'], userAgent: 'test' })
    const { body } = await fetcher.fetch({ url: 'http://127.0.0.1:${target.port}/' })
    process.stdout.write(body)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, http_proxy: proxy, ALL_PROXY: proxy, HTTPS_PROXY: proxy },
  })
  assert.equal(stdout, 'direct')
})
