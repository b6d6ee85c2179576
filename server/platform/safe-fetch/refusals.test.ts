// Tests that no spelling of a private address is accepted.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { allowedUrls, ipv4Spellings, refusedHosts, refusedUrls } from './hostile-urls-data.ts'
import { createFetcher } from './index.ts'
import { serveForbidden } from './loopback-servers.ts'
import { fetcherBeside, refusal } from './test-fetchers.ts'

const forbidden = await serveForbidden()
after(() => forbidden[Symbol.asyncDispose]())

test('every spelling of a private host is rejected, on every port, without a lookup', async () => {
  await using fetcher = fetcherBeside(forbidden, (hostname) => assert.fail(`${hostname} was looked up`))
  assert.ok(new Set(refusedHosts).size >= 200)
  for (const host of refusedHosts) {
    for (const port of ['', ':8080', ':443', `:${forbidden.port}`]) {
      const url = `http://${host}${port}/`
      assert.equal(typeof fetcher.refuses(url), 'string', url)
      await assert.rejects(fetcher.fetch({ url }), refusal, url)
    }
  }
})

test('every malformed or forbidden URL is rejected', async () => {
  await using fetcher = fetcherBeside(forbidden, (hostname) => assert.fail(`${hostname} was looked up`))
  for (const url of refusedUrls) {
    assert.match(fetcher.refuses(url) ?? '', /^[A-Z].*\.$/, url)
    await assert.rejects(fetcher.fetch({ url }), refusal, url)
  }
})

test('ordinary URLs are accepted', async () => {
  await using fetcher = fetcherBeside(forbidden)
  for (const url of allowedUrls) assert.equal(fetcher.refuses(url), undefined, url)
})

test('http is rejected if only https is allowed', async () => {
  await using fetcher = createFetcher({ allowPrivate: [], userAgent: 'test', allowHttp: false })
  assert.equal(fetcher.refuses('http://example.com/'), 'A URL must start with https://.')
  assert.equal(fetcher.refuses('https://example.com/'), undefined)
})

test('a host is private if the operator allows its name or its literal address', async () => {
  const allowPrivate = ['crm.example:8080', '10.0.0.0/8', '127.0.0.1:3000', '93.184.216.34:9000']
  await using fetcher = createFetcher({ allowPrivate, userAgent: 'test' })
  for (const url of ['http://crm.example:8080/', 'https://10.1.2.3/', 'http://localhost:3000/a', 'http://127.1:3000/'])
    assert.equal(fetcher.isPrivate(url), true, url)
  for (const url of [
    'https://crm.example/',
    'http://127.0.0.1:3001/',
    'http://93.184.216.34:9000/',
    'https://a.b/',
    'x',
  ])
    assert.equal(fetcher.isPrivate(url), false, url)
})

const byte = fc.integer({ min: 0, max: 255 })
const privateBytes = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127, 224, 240, 255), byte, byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
)
const writers = [
  (n: number) => String(n),
  (n: number) => `0x${n.toString(16)}`,
  (n: number) => `0X0${n.toString(16).toUpperCase()}`,
  (n: number) => `00${n.toString(8)}`,
]
const disguises = [
  (c: string) => c,
  (c: string) => `%${c.charCodeAt(0).toString(16)}`,
  (c: string) => String.fromCharCode(c.charCodeAt(0) + 0xfee0),
  (c: string) => `${c}\u200b`,
]

test('generated spellings of private IPv4 addresses are rejected', async () => {
  await using fetcher = fetcherBeside(forbidden)
  const spelling = fc.tuple(
    privateBytes,
    fc.integer({ min: 1, max: 4 }),
    fc.array(fc.constantFrom(...writers), { minLength: 4, maxLength: 4 }),
    fc.array(fc.constantFrom(...disguises), { minLength: 64, maxLength: 64 }),
    fc.constantFrom('', '.'),
  )
  const port = fc.constantFrom('', ':80', ':443', ':8080', `:${forbidden.port}`)
  fc.assert(
    fc.property(spelling, port, ([bytes, parts, write, disguise, dot], suffix) => {
      const head = bytes.slice(0, parts - 1)
      const tail = bytes.slice(parts - 1).reduce((sum, part) => sum * 256 + part, 0)
      const plain = [...head, tail].map((part, i) => write[i]!(part)).join('.') + dot
      const url = `http://${[...plain].map((c, i) => disguise[i]!(c)).join('')}${suffix}/`
      assert.equal(typeof fetcher.refuses(url), 'string', url)
    }),
    { numRuns: 5_000 },
  )
})

test('generated spellings of private IPv6 addresses are rejected', async () => {
  await using fetcher = fetcherBeside(forbidden)
  const embedded = fc
    .tuple(privateBytes, fc.constantFrom(...Object.keys(ipv4Spellings)))
    .map(([bytes, name]) => ipv4Spellings[name]!(bytes))
  const group = fc.integer({ min: 0, max: 0xffff })
  const first = fc.oneof(
    fc.integer({ min: 0, max: 0x1fff }),
    fc.integer({ min: 0x4000, max: 0xffff }),
    fc.constant(0x2002),
  )
  const wide = fc
    .tuple(first, fc.array(fc.oneof(fc.constant(0), group), { minLength: 7, maxLength: 7 }), fc.boolean(), fc.boolean())
    .map(([head, rest, padded, upper]) => {
      const text = [head, ...rest].map((part) => part.toString(16).padStart(padded ? 4 : 1, '0')).join(':')
      const short = padded ? text : text.replace(/(^|:)0(:0)+(:|$)/, '::')
      return `[${upper ? short.toUpperCase() : short}]`
    })
    // Mapped public addresses are public.
    .filter((host) => !/^\[:?(0{1,4}:)*:?ffff:/i.test(host))
  fc.assert(
    fc.property(fc.oneof(embedded, wide), fc.constantFrom('', ':443', `:${forbidden.port}`), (host, suffix) => {
      const url = `https://${host}${suffix}/`
      assert.equal(typeof fetcher.refuses(url), 'string', url)
    }),
    { numRuns: 5_000 },
  )
})
