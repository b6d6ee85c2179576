// Tests of the rules of a robots.txt.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProportional } from '#testing/measure/processor-time.ts'
import { parseRobots } from './robots.ts'

const allows = (text: string, path: string) => parseRobots(text).allows(`https://example.com${path}`)

test('the rules for Parley replace those for all others', () => {
  const text = `User-agent: *\nDisallow: /\n\nUser-Agent: other\nuser-agent: PARLEY/1.0 # comment\nDisallow: /private`
  assert.equal(allows(text, '/'), true)
  assert.equal(allows(text, '/private/a'), false)
  assert.equal(allows('User-agent: *\nDisallow: /', '/a'), false)
  assert.equal(allows('User-agent: parley-other\nDisallow: /', '/a'), true)
  assert.equal(allows('User-agent: parley\nDisallow:\n\nUser-agent: *\nDisallow: /', '/a'), true)
})

test('groups for the same program are combined', () => {
  const text = 'User-agent: *\r\nDisallow: /a\r\nUser-agent: x\r\nDisallow: /\r\nUser-agent: *\r\nDisallow: /b'
  assert.deepEqual(
    ['/a', '/b', '/c'].map((path) => allows(text, path)),
    [false, false, true],
  )
})

test('the longest rule decides, and the one that allows if two are equally long', () => {
  const text = 'User-agent: *\nDisallow: /shop\nAllow: /shop/help\nDisallow: /same\nAllow: /same'
  assert.equal(allows(text, '/shop/cart'), false)
  assert.equal(allows(text, '/shop/help/a'), true)
  assert.equal(allows(text, '/same'), true)
})

test('wildcards, ends and encoded characters match as in RFC 9309', () => {
  const cases: [rule: string, path: string, matches: boolean][] = [
    ['/*.php', '/a/b.php?c', true],
    ['/*.php$', '/a/b.php', true],
    ['/*.php$', '/a/b.php?c', false],
    ['/a$', '/a', true],
    ['/a$', '/ab', false],
    ['/a*b*c', '/a-b-c', true],
    ['/a*b*c', '/a-c-b', false],
    ['/ab*ab$', '/ab', false],
    ['*', '/anything', true],
    ['/käse', '/k%C3%A4se', true],
    ['/k%c3%a4se', '/k%C3%A4se', true],
    ['/?page=', '/?page=2', true],
  ]
  for (const [rule, path, matches] of cases)
    assert.equal(allows(`User-agent: *\nDisallow: ${rule}`, path), !matches, `${rule} ${path}`)
})

test('the crawl delay is limited, and the sitemaps are listed', () => {
  const delayOf = (value: string) => parseRobots(`User-agent: *\nCrawl-delay: ${value}`).crawlDelayMs
  assert.deepEqual(['0.5', '3600', '-1', 'x', ''].map(delayOf), [500, 10_000, 0, 0, 0])
  assert.deepEqual(parseRobots('Sitemap: https://example.com/a.xml\nsitemap: /b.xml').sitemaps, [
    'https://example.com/a.xml',
    '/b.xml',
  ])
})

test('a hostile file of 500 kB is read and applied in time proportional to its length', async () => {
  const texts: ((length: number) => string)[] = [
    (length) => `User-agent: *\nDisallow: /${'*a'.repeat(length / 2)}$`,
    (length) => `User-agent: *\n${'Disallow: /*a*a*a*b\n'.repeat(length / 20)}`,
    (length) => `User-agent: *\n${`Disallow: /*${'b*'.repeat(12)}bc\n`.repeat(length / 33)}`,
    (length) => `${'User-agent: *\nUser-agent: parley\n'.repeat(length / 62)}${'Disallow: /a\n'.repeat(length / 25)}`,
  ]
  for (const textOf of texts)
    await assertProportional((length) => {
      const rules = parseRobots(textOf(length))
      for (let page = 0; page < 50; page++) rules.allows(`https://example.com/${'ab'.repeat(1_000)}`)
    }, 500_000)
})
