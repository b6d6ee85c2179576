// Tests of the fields and links of pages by offset.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { page as pageSchema } from '#contract/wire/fields.ts'
import { pageOf } from './page.ts'

const publicUrl = 'https://parley.example'
const at = (page: number, total: number, perPage = 10, url = '/api/things') => {
  const count = Math.max(0, Math.min(perPage, total - (page - 1) * perPage))
  return pageOf({ rows: Array.from({ length: count }, () => 'row'), total }, { page, perPage }, url, publicUrl)
}
const labels = (page: number, last: number) =>
  at(page, last * 10)
    .links.slice(1, -1)
    .map(({ label }) => label)
    .join(' ')

describe('a page by offset', () => {
  it('is a single page if there are no rows, with the fields in the documented order', () => {
    const expected = {
      current_page: 1,
      data: [],
      first_page_url: 'https://parley.example/api/things?page=1',
      from: null,
      last_page: 1,
      last_page_url: 'https://parley.example/api/things?page=1',
      links: [
        { url: null, label: '&laquo; Previous', active: false },
        { url: 'https://parley.example/api/things?page=1', label: '1', active: true },
        { url: null, label: 'Next &raquo;', active: false },
      ],
      next_page_url: null,
      path: 'https://parley.example/api/things',
      per_page: 10,
      prev_page_url: null,
      to: null,
      total: 0,
    }
    assert.equal(JSON.stringify(at(1, 0)), JSON.stringify(expected))
    assert.deepEqual(Object.keys(pageSchema(z.string()).shape), Object.keys(expected))
  })

  it('numbers its rows from one', () => {
    const { from, to, total, last_page } = at(3, 25)
    assert.deepEqual({ from, to, total, last_page }, { from: 21, to: 25, total: 25, last_page: 3 })
  })

  it('is empty beyond the last page, with a link to the previous page', () => {
    const page = at(9, 25)
    assert.deepEqual([page.from, page.to, page.last_page, page.next_page_url], [null, null, 3, null])
    assert.equal(page.prev_page_url, 'https://parley.example/api/things?page=8')
    assert.ok(page.links.every(({ active }) => !active))
  })

  it('keeps the other query parameters in its links, before the page', () => {
    const page = at(2, 25, 10, '/api/things?page=2&type=inbound&search=a%20b+c%26d&per_page=10')
    assert.equal(
      page.next_page_url,
      'https://parley.example/api/things?type=inbound&search=a%20b%20c%26d&per_page=10&page=3',
    )
    assert.equal(page.path, 'https://parley.example/api/things')
  })

  it('links every page up to thirteen, and then three on either side and two at each end', () => {
    assert.equal(labels(7, 13), '1 2 3 4 5 6 7 8 9 10 11 12 13')
    assert.equal(labels(1, 14), '1 2 3 4 ... 13 14')
    assert.equal(labels(6, 14), '1 2 3 4 5 6 7 8 9 ... 13 14')
    assert.equal(labels(10, 30), '1 2 ... 7 8 9 10 11 12 13 ... 29 30')
    assert.equal(labels(25, 30), '1 2 ... 22 23 24 25 26 27 28 29 30')
    assert.equal(labels(30, 30), '1 2 ... 27 28 29 30')
    assert.equal(labels(99, 30), '1 2 ... 27 28 29 30')
  })

  it('links pages in ascending order without duplicates, with the current one active', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }), (page, last) => {
        const links = at(page, last * 10).links.slice(1, -1)
        const numbers = links.filter(({ url }) => url !== null).map(({ label }) => Number(label))
        assert.deepEqual(
          numbers,
          [...new Set(numbers)].sort((a, b) => a - b),
        )
        assert.deepEqual(
          links.filter(({ active }) => active).map(({ label }) => label),
          page <= last ? [String(page)] : [],
        )
        assert.ok(numbers.includes(1) && numbers.includes(last))
      }),
    )
  })
})
