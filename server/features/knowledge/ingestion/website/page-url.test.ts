// Tests of the addresses of pages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalUrlOf, isWorthFollowing, normalizeUrl, siteOf } from './page-url.ts'

test('addresses of the same page become equal, and others stay as they are', () => {
  const cases = [
    ['HTTPS://Example.com:443/a#part', 'https://example.com/a'],
    ['https://example.com/a?utm_source=x&utm_medium=y&gclid=z', 'https://example.com/a'],
    ['https://example.com/a?b=1&fbclid=z&c=%20', 'https://example.com/a?b=1&c=+'],
    ['https://example.com/a?b=%20&a', 'https://example.com/a?b=%20&a'],
    ['https://example.com/a/', 'https://example.com/a/'],
    ['//example.com/index.html', 'https://example.com/index.html'],
  ]
  for (const [address, page] of cases) assert.equal(normalizeUrl(address!, 'https://example.com/'), page)
})

test('addresses that are not pages of the web are not pages', () => {
  const others = ['mailto:a@example.com', 'tel:+49301', 'javascript:void(0)', 'ftp://example.com/', 'https://', 'a b']
  for (const address of [...others, 'https://a:b@example.com/', `https://example.com/${'a'.repeat(2048)}`])
    assert.equal(normalizeUrl(address), undefined, address)
})

test('a website has one host and port, with or without www and TLS', () => {
  assert.equal(siteOf('http://www.example.com/a'), siteOf('https://example.com/b'))
  for (const other of ['https://shop.example.com/', 'https://example.com:8443/', 'https://example.org/'])
    assert.notEqual(siteOf(other), siteOf('https://example.com/'))
})

test('links to files of other kinds and to actions are not followed', () => {
  const followed = ['/', '/a.html', '/a.pdf', '/a.md', '/index.php?page=2', '/research', '/login-problems', '/zip']
  const ignored = ['/a.jpg', '/A.ZIP', '/a.css', '/Login', '/user/logout/', '/cart', '/wp-login.php', '/?add-to-cart=3']
  for (const path of followed) assert.equal(isWorthFollowing(`https://example.com${path}`), true, path)
  for (const path of ignored) assert.equal(isWorthFollowing(`https://example.com${path}`), false, path)
})

test('the canonical address counts, unless it is another website or the home page of another page', () => {
  const canonicalOf = (canonical: string | null, url = 'https://example.com/a?b=1') => canonicalUrlOf(url, canonical)
  assert.equal(canonicalOf('https://example.com/a#c'), 'https://example.com/a')
  assert.equal(canonicalOf('https://www.example.com/a'), 'https://www.example.com/a')
  assert.equal(canonicalOf('https://example.org/a'), undefined)
  assert.equal(canonicalOf('https://example.com/'), undefined)
  assert.equal(canonicalOf('https://example.com/', 'https://example.com/index.html'), 'https://example.com/')
  assert.equal(canonicalOf(null), undefined)
})
