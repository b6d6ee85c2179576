// Tests of reading whole websites: which pages are read, in which order, and how politely.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { article, openWebsite, redirectTo } from '#testing/emulators/website.ts'
import { useReading } from '#testing/features/knowledge/website-reading.ts'

const { read } = useReading()

test('fifty pages of a website are read within 15 seconds', async () => {
  const paths = Array.from({ length: 60 }, (_, index) => `/page-${index}`)
  const pages = Object.fromEntries(paths.map((path, index) => [path, article(`Page ${index}`)]))
  await using website = await openWebsite({ ...pages, '/': article('Home', paths) })
  await using other = await openWebsite({ '/': article('Other') })
  // Starting the extractor takes seconds on a busy machine.
  await read({ links: [other.url] }, { websites: [other] })
  const startedAt = performance.now()
  const { texts } = await read({ url: website.url, limit: 50 }, { websites: [website] })
  assert.ok(performance.now() - startedAt < 15_000)
  assert.deepEqual(website.visits(), ['/', ...paths.slice(0, 50)])
  assert.equal(texts.length, 51)
  assert.equal(texts[7]!.title, 'Page 6')
  assert.match(texts[7]!.sections[0]!.markdown, /Page 6 is described here/)
})

test('links are followed breadth first, within the website and up to the limit', async () => {
  await using elsewhere = await openWebsite({ '/': article('Elsewhere') })
  const links = [
    '/a',
    '/a#part',
    '/b?utm_source=home',
    `${elsewhere.url}/`,
    '/logo.png',
    '/logout',
    'mailto:a@b.example',
  ]
  await using website = await openWebsite({
    '/': article('Home', links),
    '/a': article('A', ['/', '/c', '/d']),
    '/b': article('B', ['/e']),
    '/c': article('C'),
    '/d': article('D'),
  })
  const { errors } = await read({ url: website.url, limit: 4 }, { websites: [website, elsewhere] })
  assert.deepEqual(website.visits(), ['/', '/a', '/b', '/c', '/d'])
  assert.deepEqual(errors, { '/': null, '/a': null, '/b': null, '/c': null, '/d': null })
  assert.equal(elsewhere.requests.length, 0)
})

test('links to pages that were read at another address are not followed again', async () => {
  const links = ['/a', '/b?from=menu', '/c']
  await using website = await openWebsite({
    '/': article('Home', links),
    '/a': redirectTo('/a/'),
    '/a/': article('A', links),
    '/b?from=menu': article('B', links, '<link rel="canonical" href="/b">'),
    '/c': article('C', ['/a/', '/b', '/d']),
    '/d': article('D'),
  })
  const { errors } = await read({ url: website.url, limit: 4 }, { websites: [website] })
  assert.deepEqual(errors, { '/': null, '/a/': null, '/b': null, '/c': null, '/d': null })
  assert.deepEqual(website.visits(), ['/', '/a', '/a/', '/b?from=menu', '/c', '/d'])
})

test('the links of a document are read exactly, and links on them are not followed', async () => {
  await using website = await openWebsite({ '/a': article('A', ['/c']), '/b.png': article('B'), '/c': article('C') })
  const links = [`${website.url}/a`, `${website.url}/a#x`, `${website.url}/b.png`]
  const { errors } = await read({ links }, { websites: [website] })
  assert.deepEqual(errors, { '/a': null, '/b.png': null })
  assert.deepEqual(website.visits(), ['/a', '/b.png'])
})

test('a calendar with endless links stays within the limit', async () => {
  await using website = await openWebsite({ '/': article('Month 0', ['/?month=1']) })
  for (let month = 1; month <= 100; month++)
    website.pages[`/?month=${month}`] = article(`Month ${month}`, [
      `/?month=${month + 1}`,
      `/?month=${month + 1}&view=list`,
    ])
  const { texts } = await read({ url: website.url, limit: 6 }, { websites: [website] })
  assert.equal(texts.length, 7)
  assert.ok(website.visits().length <= 21)
})

test('pages without text and duplicates do not count, but at most three times as many pages are tried', async () => {
  const paths = Array.from({ length: 20 }, (_, index) => `/${index}`)
  await using website = await openWebsite({ '/': article('Home', paths), '/1': article('One'), '/3': article('Three') })
  website.pages['/2'] = website.pages['/1']!
  const progress: string[] = []
  const onProgress = async (done: number, known: number) => void progress.push(`${done} of ${known}`)
  const some = await read({ url: website.url, limit: 2 }, { websites: [website], onProgress })
  assert.deepEqual(
    some.pages.map(({ url, status }) => [url.slice(website.url.length), status]),
    [
      ['/', 'done'],
      ['/0', 'failed'],
      ['/1', 'done'],
      ['/2', 'failed'],
      ['/3', 'done'],
    ],
  )
  assert.deepEqual(progress, ['0 of 1', '1 of 3', '2 of 4', '3 of 4', '4 of 5', '5 of 5'])
  const all = await read({ url: website.url, limit: 4 }, { websites: [website] })
  assert.equal(all.texts.length, 3)
  assert.equal(all.pages.length, 15)
})

test('documents take turns at a host that is not listed as private', async () => {
  await using website = await openWebsite({ '/a': article('A'), '/b': article('B') })
  const resolve = async () => [{ address: '127.0.0.1' }]
  const links = ['/a', '/b'].map((path) => `http://public.example:${website.port}${path}`)
  await Promise.all(links.map((link) => read({ links: [link] }, { websites: [website], fetcher: { resolve } })))
  const times = website.requests.map(({ atMs }) => atMs)
  assert.equal(times.length, 4)
  // They begin a second apart. Connecting takes a different time for each of them.
  for (const [index, time] of times.slice(1).entries()) assert.ok(time - times[index]! >= 500)
})

test('pages that robots.txt disallows are not requested, and it is read once', async () => {
  await using website = await openWebsite({
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: Parley\nDisallow: /private' },
    '/': article('Home', ['/private/a', '/public']),
    '/public': redirectTo('/private/b'),
  })
  const { errors } = await read({ url: website.url }, { websites: [website] })
  const disallowed = "The website's robots.txt does not allow reading this page."
  assert.deepEqual(errors, { '/': null, '/private/a': disallowed, '/public': disallowed })
  assert.deepEqual(website.visits(), ['/', '/public'])
  assert.equal(website.requests.filter(({ path }) => path === '/robots.txt').length, 1)
})

test('a robots.txt that is redirected counts, and one that cannot be read forbids everything', async () => {
  await using moved = await openWebsite({
    '/robots.txt': redirectTo('/rules.txt'),
    '/rules.txt': { body: 'User-agent: *\nDisallow: /a' },
    '/a': article('A'),
  })
  await using broken = await openWebsite({ '/robots.txt': { status: 503 }, '/': article('Home') })
  const { errors } = await read({ links: [`${moved.url}/a`, broken.url] }, { websites: [moved, broken] })
  assert.deepEqual(errors, {
    '/a': "The website's robots.txt does not allow reading this page.",
    '/': "The website's robots.txt could not be read, so this page was not read.",
  })
  assert.deepEqual([moved.visits(), broken.visits()], [['/rules.txt'], []])
})

test('a crawl delay is respected', async () => {
  await using website = await openWebsite({
    '/robots.txt': { body: 'User-agent: *\nCrawl-delay: 0.3' },
    '/': article('Home', ['/a']),
    '/a': article('A'),
  })
  await read({ url: website.url }, { websites: [website] })
  const [first, second] = website.requests.filter(({ path }) => path === '/' || path === '/a')
  assert.ok(second!.atMs - first!.atMs >= 290)
})

test('requests to a host that is not listed as private are a second apart and name Parley', async () => {
  await using website = await openWebsite({ '/': article('Home') })
  const resolve = async () => [{ address: '127.0.0.1' }]
  const url = `http://public.example:${website.port}/`
  const { errors } = await read({ url, limit: 0 }, { websites: [website], fetcher: { resolve } })
  assert.deepEqual(errors, { '/': null })
  const [robots, page] = website.requests
  assert.ok(page!.atMs - robots!.atMs >= 500)
  assert.match(page!.userAgent, /^Parley\/\S+ \(\+http.*\)$/)
})

test('sitemaps are used if links give fewer pages than the limit', async () => {
  const locations = (url: string, paths: string[]) =>
    paths.map((path) => `<url><loc>${url}${path}</loc></url>`).join('')
  await using website = await openWebsite({ '/': article('Home', ['/a']), '/a': article('A'), '/b': article('B') })
  website.pages['/c'] = article('C')
  website.pages['/robots.txt'] = { body: 'User-agent: *\nDisallow: /private\nSitemap: /index.xml' }
  website.pages['/index.xml'] = {
    body: `<sitemapindex><sitemap><loc>${website.url}/pages.xml.gz</loc></sitemap></sitemapindex>`,
  }
  const locationsOfSite = locations(website.url, ['/', '/a', '/x.jpg', '/private', '/b', '/c'])
  website.pages['/pages.xml.gz'] = {
    headers: { 'content-type': 'application/gzip' },
    body: gzipSync(`<urlset>${locationsOfSite}<loc>https://example.com/</loc></urlset>`),
  }
  const { errors } = await read({ url: website.url, limit: 2 }, { websites: [website] })
  assert.deepEqual(errors, { '/': null, '/a': null, '/b': null })
  const full = await read({ url: website.url, limit: 1 }, { websites: [website] })
  assert.equal(full.pages.length, 2)
  assert.equal(website.requests.filter(({ path }) => path === '/index.xml').length, 1)
})
