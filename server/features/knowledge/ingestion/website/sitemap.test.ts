// Tests of sitemaps.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { parseSitemap, readSitemapText } from './sitemap.ts'

test('the addresses of a sitemap are read with their entities', () => {
  const xml = `<?xml version="1.0"?><urlset><url><loc> https://example.com/?a=1&amp;b=2 </loc><lastmod>x</lastmod></url>
    <url><loc><![CDATA[https://example.com/c?d&e]]></loc><image:loc>https://example.com/i.png</image:loc></url></urlset>`
  const locations = ['https://example.com/?a=1&b=2', 'https://example.com/c?d&e']
  assert.deepEqual(parseSitemap(xml), { isIndex: false, locations })
})

test('an index of sitemaps is recognized', () => {
  const xml = '<sitemapindex><sitemap><loc>https://example.com/a.xml</loc></sitemap></sitemapindex>'
  assert.deepEqual(parseSitemap(xml), { isIndex: true, locations: ['https://example.com/a.xml'] })
})

test('what is not a sitemap has no addresses, and a long one is cut', () => {
  for (const text of ['', '<html><body>Not found</body></html>', '<loc>', '</loc><loc>', '<loc>'.repeat(1_000_000)])
    assert.deepEqual(parseSitemap(text).locations, [])
  assert.equal(parseSitemap('<loc>https://example.com/</loc>'.repeat(50_000)).locations.length, 1_000)
})

test('a compressed sitemap is unpacked up to 5 MB, even if its end is missing', async () => {
  const xml = '<urlset><loc>https://example.com/</loc></urlset>'
  assert.equal(await readSitemapText(Buffer.from(xml)), xml)
  assert.equal(await readSitemapText(gzipSync(xml)), xml)
  const bomb = gzipSync(xml + ' '.repeat(200 * 2 ** 20))
  assert.equal((await readSitemapText(bomb)).length, 5 * 2 ** 20)
  const many = gzipSync('<loc>https://example.com/</loc>'.repeat(100_000))
  assert.equal(parseSitemap(await readSitemapText(many.subarray(0, -100))).locations.length, 1_000)
  assert.equal(await readSitemapText(Uint8Array.from([0x1f, 0x8b, 1, 2, 3])), '')
})

test('addresses are found with prefixes, attributes, entities, comments and in feeds and lists', () => {
  const locations = ['https://example.com/a?b=1&c=2', 'https://example.com/d']
  const texts = [
    '<x:urlset xmlns:x="s"><x:url><x:loc>https://example.com/a?b=1&amp;c=2</x:loc><i:loc>https://example.com/i</i:loc></x:url><x:url><x:loc\n>https://example.com/d</x:loc></x:url></x:urlset>',
    '<urlset><url><loc a="b">https&#58;&#x2f;/example.com/a?b=1&#38;c=2</loc></url><!-- <url><loc>https://example.com/old</loc></url> --><loc>\n<![CDATA[https://example.com/d]]>\n</loc></urlset>',
    '<rss version="2.0"><channel><item><link>https://example.com/a?b=1&amp;c=2</link></item><item><link>https://example.com/d</link></item></channel></rss>',
    '<feed><link rel="self" href="https://example.com/feed"/><entry><link rel="alternate" href="https://example.com/a?b=1&amp;c=2"/></entry><entry><link href=\'https://example.com/d\'/></entry></feed>',
    'https://example.com/a?b=1&c=2\r\n\r\n# no address\n  https://example.com/d  ',
  ]
  for (const text of texts) assert.deepEqual(parseSitemap(text), { isIndex: false, locations }, text)
  assert.equal(parseSitemap('<s:sitemapindex><s:sitemap><s:loc>https://a.example/</s:loc>').isIndex, true)
  assert.deepEqual(parseSitemap('<urlset><locale>https://example.com/</locale><loc/></urlset>').locations, [])
  assert.deepEqual(parseSitemap('<urlset><loc>a&#1114112;&bogus;</loc></urlset>').locations, ['a&#1114112;&bogus;'])
})

test('hostile sitemaps take linear time', () => {
  const startedAt = performance.now()
  for (const part of ['<loc ', '<loc x>', '<locx>', '<!--', '<loc>&#1', '<![CDATA[', '<link href="'])
    parseSitemap(`<urlset>${part.repeat(5_000_000 / part.length)}>`)
  assert.ok(performance.now() - startedAt < 2_000)
})

test('a sitemap is read in its encoding', async () => {
  const xml = '<urlset><loc>https://example.com/</loc></urlset>'
  for (const bytes of [Buffer.from(`\ufeff${xml}`), Buffer.from(`\ufeff${xml}`, 'utf16le'), gzipSync(`\ufeff${xml}`)])
    assert.deepEqual(parseSitemap(await readSitemapText(bytes)).locations, ['https://example.com/'])
})
