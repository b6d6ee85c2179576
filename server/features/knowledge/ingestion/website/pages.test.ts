// Tests of single pages: which have text, and what the account reads about the other ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { samplePdf } from '@parley/documents/testing'
import { article, openWebsite, redirectTo } from '#testing/emulators/website.ts'
import { useReading } from '#testing/features/knowledge/website-reading.ts'

const { read } = useReading()

test('every page without text has a reason', async () => {
  await using website = await openWebsite({
    '/gone': { status: 410 },
    '/soft': '<!doctype html><title>Page not found</title><main><h1>Page not found</h1></main>',
    '/app': '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>',
    '/empty': '<!doctype html><title>Empty</title><body></body>',
    '/image': { headers: { 'content-type': 'image/png' }, body: 'PNG' },
    '/large': { body: article('Large') + ' '.repeat(5 * 2 ** 20) },
  })
  const paths = ['/missing', ...Object.keys(website.pages)]
  const { errors, texts } = await read({ links: paths.map((path) => website.url + path) }, { websites: [website] })
  assert.deepEqual(errors, {
    '/missing': 'The page answered with status 404.',
    '/gone': 'The page answered with status 410.',
    '/soft': 'The page shows an error instead of content.',
    '/app': 'The page needs JavaScript to show its text.',
    '/empty': 'The page has no text.',
    '/image': 'The content type image/png is not supported.',
    '/large': 'The page is larger than 5 MB.',
  })
  assert.deepEqual(texts, [])
})

test('endless and compressed pages are limited to 5 MB', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20, ' '))
  await using website = await openWebsite({
    '/endless': (outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/html' })
      const send = () => {
        while (!outgoing.destroyed && outgoing.write('<p>More text. </p>'.repeat(5_000)));
      }
      outgoing.on('drain', send)
      send()
    },
    '/bomb': { headers: { 'content-encoding': 'gzip' }, body: bomb },
  })
  const links = [`${website.url}/endless`, `${website.url}/bomb`]
  const { errors } = await read({ links }, { websites: [website] })
  const tooLarge = 'The page is larger than 5 MB.'
  assert.deepEqual(errors, { '/endless': tooLarge, '/bomb': tooLarge })
})

test('the pages of a document are limited to 50 MB in total', async () => {
  const picture = { headers: { 'content-type': 'image/png' }, body: Buffer.alloc(5 * 2 ** 20) }
  await using website = await openWebsite(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`/${n}`, picture])))
  const links = Array.from({ length: 11 }, (_, n) => `${website.url}/${n}`)
  const { pages } = await read({ links }, { websites: [website] })
  assert.equal(pages[9]!.error, 'The content type image/png is not supported.')
  assert.equal(pages[10]!.error, 'The pages before this one have more than 50 MB in total.')
  assert.equal(website.visits().length, 10)
})

test('a page that fails for the moment is tried again', async () => {
  await using website = await openWebsite({
    '/busy': (_, number) =>
      number === 1 ? { status: 503, headers: { 'retry-after': '0' } } : { body: article('Busy') },
    '/later': { status: 429, headers: { 'retry-after': '3600' } },
    '/cut': (outgoing, number) => {
      if (number === 1) outgoing.destroy()
      else return { body: article('Cut') }
    },
    '/broken': { status: 500 },
  })
  const links = Object.keys(website.pages).map((path) => website.url + path)
  const { errors } = await read({ links }, { websites: [website] })
  assert.deepEqual(errors, {
    '/busy': null,
    '/later': 'The page answered with status 429.',
    '/cut': null,
    '/broken': 'The page answered with status 500.',
  })
  assert.deepEqual(website.visits(), [
    ...['/busy', '/busy', '/later', '/cut', '/cut'],
    ...['/broken', '/broken', '/broken'],
  ])
})

test('redirects are followed within the website, up to five', async () => {
  await using website = await openWebsite({
    '/': article('Home', ['/old', '/loop', '/long-1']),
    '/old': redirectTo('/new', 301),
    '/new': article('New'),
    '/loop': redirectTo('/loop-2'),
    '/loop-2': redirectTo('/loop'),
  })
  for (let step = 1; step <= 7; step++) website.pages[`/long-${step}`] = redirectTo(`/long-${step + 1}`)
  const { errors } = await read({ url: website.url, limit: 3 }, { websites: [website] })
  const tooMany = 'The page has too many redirects.'
  assert.deepEqual(errors, { '/': null, '/new': null, '/loop': tooMany, '/long-1': tooMany })
})

test('a website that has moved is read at its new address, but links to other websites are not', async () => {
  await using website = await openWebsite({ '/': article('Home', ['/a', '/away']), '/a': article('A') })
  await using elsewhere = await openWebsite({ '/': article('Elsewhere') })
  await using former = await openWebsite({ '/': redirectTo(`${website.url}/`) })
  website.pages['/away'] = redirectTo(`${elsewhere.url}/`)
  const websites = [website, elsewhere, former]
  const { pages } = await read({ url: former.url }, { websites })
  assert.deepEqual(
    pages.map(({ url, error }) => [url, error]),
    [
      [`${website.url}/`, null],
      [`${website.url}/a`, null],
      [`${website.url}/away`, 'The page redirects to another website.'],
    ],
  )
  assert.equal(elsewhere.requests.length, 0)
})

test('private addresses are not requested, and say nothing about themselves', async () => {
  await using secret = await openWebsite({ '/': article('Secret') })
  await using website = await openWebsite({
    '/a': redirectTo(`${secret.url}/`),
    '/b': redirectTo('file:///etc/passwd'),
  })
  const resolve = async () => [{ address: '10.0.0.1' }]
  const links = [`${website.url}/a`, `${website.url}/b`, `${secret.url}/c`, 'http://internal.example/d']
  const { errors } = await read({ links }, { websites: [website], fetcher: { resolve } })
  assert.deepEqual(errors, {
    '/a': 'The address is not allowed.',
    '/b': 'The address is not allowed.',
    '/c': 'The address is not allowed.',
    '/d': 'The page could not be reached.',
  })
  assert.equal(secret.requests.length, 0)
})

test('addresses that cannot be requested fail without a request', async () => {
  const links = [
    `https://example.com/${'ä'.repeat(1_500)}`,
    'https://user:password@example.com/',
    'http://127.0.0.1:9/',
  ]
  const { pages } = await read({ links }, {})
  assert.deepEqual(
    pages.map(({ error }) => error),
    links.map(() => 'The address is not allowed.'),
  )
})

test('pages with the same content or canonical address are stored once', async () => {
  await using website = await openWebsite({
    '/': article('Home', ['/index.html', '/shoe', '/shoe?color=red', '/print?shoe']),
    '/shoe': article('Shoe', ['/red']),
    '/red': article('Red'),
  })
  website.pages['/index.html'] = website.pages['/']!
  website.pages['/shoe?color=red'] = article('Red shoe', [], `<link rel="canonical" href="${website.url}/shoe">`)
  website.pages['/print?shoe'] = article('Printed shoe', [], `<link rel="canonical" href="${website.url}/printed">`)
  const { pages } = await read({ url: website.url }, { websites: [website] })
  assert.deepEqual(
    pages.map(({ url, error }) => [url.slice(website.url.length), error?.replace(website.url, '')]),
    [
      ['/', undefined],
      ['/index.html', 'The page has the same content as /.'],
      ['/shoe', undefined],
      ['/shoe?color=red', 'The page has the same content as /shoe.'],
      ['/printed', undefined],
      ['/red', undefined],
    ],
  )
})

test('character sets, base addresses, text and Markdown are read', async () => {
  await using website = await openWebsite({
    '/': article('Home', ['/umlaut', '/notes.txt', '/notes.md', '/deep/page']),
    '/umlaut': {
      headers: { 'content-type': 'text/html; charset=iso-8859-1' },
      body: Buffer.from(article('Bäckerei Müller in Köln'), 'latin1'),
    },
    '/notes.txt': {
      headers: { 'content-type': 'text/plain' },
      body: 'We are closed on Mondays and on public holidays.',
    },
    '/notes.md': {
      headers: { 'content-type': 'text/markdown' },
      body: '# Prices\n\nA loaf of bread costs 4 euros here.',
    },
    '/deep/page': article('Deep', ['relative'], '<base href="/other/">'),
    '/other/relative': article('Relative'),
  })
  const { errors, texts } = await read({ url: website.url }, { websites: [website] })
  const paths = ['/', '/umlaut', '/notes.txt', '/notes.md', '/deep/page', '/other/relative']
  assert.deepEqual(errors, Object.fromEntries(paths.map((path) => [path, null])))
  const markdown = texts.map(({ sections }) => sections.map((section) => section.markdown).join())
  assert.match(markdown[1]!, /Bäckerei Müller in Köln/)
  assert.match(markdown[2]!, /closed on Mondays/)
  assert.match(markdown[3]!, /A loaf of bread/)
})

test('a linked PDF is read', async () => {
  await using website = await openWebsite({
    '/': article('Home', ['/prices.pdf']),
    '/prices.pdf': {
      headers: { 'content-type': 'application/pdf' },
      body: samplePdf({ pages: ['A loaf of rye bread costs four euros.'] }),
    },
  })
  const { errors, texts } = await read({ url: website.url }, { websites: [website] })
  assert.deepEqual(errors, { '/': null, '/prices.pdf': null })
  assert.match(texts[1]!.sections[0]!.markdown, /rye bread costs four euros/)
  assert.equal(texts[1]!.sections[0]!.page, 1)
})

const withCookie = (cookie: string | string[], location: string) => ({
  status: 302,
  headers: { location, 'set-cookie': cookie as string },
})

test('cookies are kept while a website is read, and are not sent to another one', async () => {
  await using other = await openWebsite({ '/': article('Other') })
  const seen: string[] = []
  await using website = await openWebsite({
    '/': (outgoing, number) => {
      const cookie = outgoing.req.headers.cookie ?? ''
      seen.push(cookie)
      return number === 1 ? withCookie(['a=1; Path=/', 'b=2; Path=/'], '/') : { body: article('Home', ['/next']) }
    },
    '/next': (outgoing) => (outgoing.req.headers.cookie === 'a=1; b=2' ? { body: article('Next') } : { status: 403 }),
    '/never': (_, number) => withCookie(`n=${number}`, '/never'),
    '/same': withCookie('a=1; Path=/', '/same'),
    '/away': withCookie('c=3; Domain=example.org', `${other.url.replace('127.0.0.1', 'localhost')}/`),
  })
  const { errors } = await read({ url: `${website.url}/` }, { websites: [website] })
  assert.deepEqual([errors, seen], [{ '/': null, '/next': null }, ['', 'a=1; b=2']])
  const tooMany = 'The page has too many redirects.'
  const links = ['/never', '/same'].map((path) => website.url + path)
  const looping = await read({ links }, { websites: [website] })
  assert.deepEqual(looping.errors, { '/never': tooMany, '/same': tooMany })
  assert.ok(website.visits().length < 15)
})

test('pages that only forward are followed within the website, up to five', async () => {
  const forward = (target: string): string => `<meta http-equiv="refresh" content="0; url=${target}"><title>x</title>`
  await using elsewhere = await openWebsite({ '/': article('Elsewhere') })
  await using website = await openWebsite({
    '/': forward('de/home'),
    '/de/home': article('Home', ['/a', '/loop', '/long-1', '/away']),
    '/a': { headers: { refresh: '0; url=/a2' }, body: '<p>Wait.</p>' },
    '/a2': article('A'),
    '/loop': forward('/loop2'),
    '/loop2': forward('/loop'),
    '/away': forward(`${elsewhere.url}/`),
  })
  for (let step = 1; step <= 7; step++) website.pages[`/long-${step}`] = forward(`/long-${step + 1}`)
  const { errors } = await read({ url: website.url }, { websites: [website, elsewhere] })
  const tooMany = 'The page has too many redirects.'
  assert.deepEqual(errors, {
    '/de/home': null,
    '/a2': null,
    '/loop': tooMany,
    '/long-1': tooMany,
    '/away': 'The page redirects to another website.',
  })
  assert.equal(elsewhere.requests.length, 0)
})

test('a page of frames has their text, except that of other websites', async () => {
  await using elsewhere = await openWebsite({ '/': article('Elsewhere') })
  await using website = await openWebsite({
    '/': `<frameset><frame src="/menu"><frame src="/main"><frame src="${elsewhere.url}/"><frame src="/gone"></frameset>`,
    '/menu': article('Menu', ['/more']),
    '/main': article('Prices'),
    '/more': '<title>More</title><iframe src="/inner"></iframe>',
    '/inner': article('Inner'),
  })
  const { errors, texts } = await read({ url: website.url }, { websites: [website, elsewhere] })
  assert.deepEqual(errors, { '/': null, '/more': null })
  const [home, more] = texts.map(({ sections }) => sections.map(({ markdown }) => markdown).join('\n'))
  assert.match(home!, /Menu is described here.*Prices is described here/s)
  assert.match(more!, /Inner is described here/)
  assert.equal(elsewhere.requests.length, 0)
})

test('a page that hides most of its text has a warning', async () => {
  const hidden = `<div hidden>${'Everything about bread and rolls. '.repeat(30)}</div>`
  await using website = await openWebsite({
    '/': article('Home').replace('</main>', `</main>${hidden}`),
    '/all': hidden,
  })
  const { pages } = await read({ links: [`${website.url}/`, `${website.url}/all`] }, { websites: [website] })
  assert.deepEqual(
    pages.map(({ error, warning }) => [error, warning]),
    [
      [null, 'More than half of the text of the page is hidden and was not read.'],
      ['The page hides its text until a visitor or a script shows it.', null],
    ],
  )
})
