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
