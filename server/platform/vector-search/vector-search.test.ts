// Tests of vector search: the results of both engines, and loading, replacing and displacing collections.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { recordChildProcesses } from '#testing/measure/child-processes.ts'
import { assertNoOpenHandles } from '#testing/measure/open-handles.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import { createLog } from '../observability/log.ts'
import { type Parts, searchNaively, testCollection } from './test-collections.ts'
import { openVectorSearch } from './vector-search.ts'

const log = createLog({ level: 'silent', pretty: false })
const open = (options: { maxBytes?: number; library?: string; idleMs?: number } = {}) =>
  openVectorSearch({ log, ...options })
const endingLibrary = new URL('./ending-library.ts', import.meta.url).href
const countingLibrary = new URL('./counting-library.ts', import.meta.url).href

const north = Int8Array.of(0, 127)
/** Parts with one vector of two dimensions each. */
const onePart = (...names: string[]): Parts => Object.fromEntries(names.map((name, index) => [name, [[index, 100]]]))

for (const [name, library] of [
  ['the native library', 'usearch'],
  ['JavaScript', 'usearch-that-does-not-exist'],
] as const)
  describe(`the results of ${name}`, () => {
    test('are those of a naive search, after every change of the collection', async () => {
      await using search = open({ library })
      const dimensions = fc.integer({ min: 1, max: 70 })
      const cases = dimensions.chain((size) => {
        const vector = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: size, maxLength: size })
        const parts = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.array(vector, { maxLength: 30 }))
        const limit = fc.integer({ min: 1, max: 40 })
        return fc.tuple(fc.constant(size), fc.array(parts, { minLength: 1, maxLength: 3 }), vector, limit)
      })
      await fc.assert(
        fc.asyncProperty(cases, async ([size, versions, query, limit]) => {
          const collection = testCollection(size, {})
          const merged: Parts = {}
          for (const version of versions) {
            // A part never changes, so only its first contents count.
            for (const [key, vectors] of Object.entries(version)) merged[key] ??= vectors
            const parts = Object.fromEntries(Object.keys(version).map((key) => [key, merged[key]!]))
            collection.change(parts)
            const hits = await search.search(collection, Int8Array.from(query), { limit })
            const naive = searchNaively(parts, query)
            assert.equal(hits.length, Math.min(limit, naive.length))
            for (const [index, { part, position, similarity }] of hits.entries()) {
              const same = naive.find((other) => other.part === part && other.position === position)
              assert.ok(same && Math.abs(same.similarity - similarity) < 1e-6)
              assert.ok(Math.abs(naive[index]!.similarity - similarity) < 1e-6)
            }
            assert.equal(new Set(hits.map(({ part, position }) => `${part} ${position}`)).size, hits.length)
          }
        }),
        { numRuns: 150 },
      )
    })

    test('are empty for an empty collection and for a query of zeros', async () => {
      await using search = open({ library })
      assert.deepEqual(await search.search(testCollection(2, { a: [] }), north, { limit: 3 }), [])
      const collection = testCollection(2, { a: [[1, 2]] })
      assert.deepEqual(await search.search(collection, new Int8Array(2), { limit: 3 }), [])
    })
  })

describe('a collection', () => {
  test('is read only if its revision differs, and then only its new parts', async () => {
    await using search = open()
    const collection = testCollection(2, onePart('a', 'b'))
    const found = async () => (await search.search(collection, north, { limit: 10 })).map(({ part }) => part).sort()
    assert.deepEqual(await found(), ['a', 'b'])
    assert.deepEqual(await found(), ['a', 'b'])
    assert.deepEqual(collection.reads.splice(0), ['list', 'a', 'b'])
    collection.change({ ...onePart('b', 'c', 'd') })
    assert.deepEqual(await found(), ['b', 'c', 'd'])
    assert.deepEqual(collection.reads.splice(0), ['list', 'c', 'd'])
    collection.change({})
    assert.deepEqual(await found(), [])
    assert.deepEqual(collection.reads, ['list'])
  })

  test('is loaded once for concurrent searches, which never find a part of it', async () => {
    await using search = open()
    const collection = testCollection(2, onePart('a'))
    await search.search(collection, north, { limit: 10 })
    const gate = Promise.withResolvers<void>()
    collection.gate = gate.promise
    const previous = { ...collection }
    collection.change(onePart('b', 'c'))
    const searches = Array.from({ length: 5 }, () => search.search(collection, north, { limit: 10 }))
    gate.resolve()
    for (const hits of await Promise.all(searches)) assert.deepEqual(hits.map(({ part }) => part).sort(), ['b', 'c'])
    assert.deepEqual(collection.reads, ['list', 'a', 'list', 'b', 'c'])
    // A search that has read an older revision finds what the database contains now.
    const late = await search.search(previous, north, { limit: 10 })
    assert.deepEqual(late.map(({ part }) => part).sort(), ['b', 'c'])
  })

  test('can be searched by many callers while its revision changes', async () => {
    await using search = open()
    const collection = testCollection(2, {})
    const searches: Promise<void>[] = []
    for (let version = 0; version < 40; version++) {
      collection.change(onePart(`part-${version}`, `part-${version + 1}`, `part-${version + 2}`))
      searches.push(
        search.search({ ...collection }, north, { limit: 10 }).then((hits) => {
          const numbers = hits.map(({ part }) => Number(part.slice(5))).sort((a, b) => a - b)
          assert.deepEqual(numbers, [numbers[0], numbers[0]! + 1, numbers[0]! + 2])
        }),
      )
      if (version % 7 === 0) await searches[version]
    }
    await Promise.all(searches)
  })

  test('fails if its vectors have other dimensions', async () => {
    await using search = open()
    const collection = { ...testCollection(2, onePart('a')), dimensions: 3 }
    const { code, retryable } = await failureOf(search.search(collection, Int8Array.of(1, 2, 3), { limit: 1 }))
    assert.deepEqual([code, retryable], ['wrong_dimensions', false])
  })

  test('keeps its previous revision if loading the next one fails', async () => {
    await using search = open()
    const collection = testCollection(2, onePart('a'))
    const previous = { ...collection }
    await search.search(collection, north, { limit: 1 })
    collection.change(onePart('b', 'c'))
    const broken = { ...collection, loadPart: failAfterOneBatch }
    await assert.rejects(search.search(broken, north, { limit: 1 }), /the database is gone/)
    assert.equal((await search.search(previous, north, { limit: 9 })).length, 1)
    assert.equal((await search.search(collection, north, { limit: 9 })).length, 2)
  })

  test('grows, also from arrays that share their buffers, which stay usable', async () => {
    await using search = open()
    const count = 3_000
    const shared = new Int8Array(2 * count + 2).fill(7)
    const collection = testCollection(2, {})
    const loadPart = async function* () {
      for (let start = 0; start < count; start += 500) {
        const positions = Int32Array.from({ length: 500 }, (_, index) => start + index)
        yield { positions, vectors: shared.subarray(start * 2, (start + 500) * 2) }
        assert.deepEqual([positions.length, shared[0]], [500, 7])
      }
    }
    const hits = await search.search({ ...collection, listParts: async () => [{ key: 'a', count }], loadPart }, north, {
      limit: 1_000,
    })
    assert.deepEqual([hits.length, shared.length], [1_000, 2 * count + 2])
  })
})

describe('the memory for vectors', () => {
  /** 100 vectors of 16 components and a position of four bytes. */
  const vectors = Array.from({ length: 100 }, (_, index) =>
    Array.from({ length: 16 }, (_, offset) => index + offset + 1),
  )
  const query = new Int8Array(16).fill(1)

  test('is taken from the collection that has not been used for the longest time', async () => {
    await using search = open({ maxBytes: 4_500 })
    const [one, two, three] = [0, 1, 2].map(() => testCollection(16, { a: vectors })) as [Test, Test, Test]
    const find = (collection: Test) => search.search(collection, query, { limit: 5 })
    for (const collection of [one, two, one, three, one, two]) assert.equal((await find(collection)).length, 5)
    const loads = [one, two, three].map(({ reads }) => reads.filter((read) => read === 'a').length)
    assert.deepEqual(loads, [1, 2, 1])
  })

  test('refuses a collection that is larger, without loading it or displacing others', async () => {
    await using search = open({ maxBytes: 4_500 })
    const small = testCollection(16, { a: vectors })
    await search.search(small, query, { limit: 1 })
    const large = testCollection(16, { a: vectors, b: vectors, c: vectors })
    for (let attempt = 0; attempt < 2; attempt++) {
      const failure = await failureOf(search.search(large, query, { limit: 1 }))
      assert.deepEqual([failure.code, failure.retryable], ['collection_too_large', false])
    }
    assert.equal((await search.search(small, query, { limit: 1 })).length, 1)
    assert.deepEqual([large.reads, small.reads], [Array(2).fill('list'), ['list', 'a']])
  })

  test('holds a collection whose parts were replaced, which fits only without the previous ones', async () => {
    await using search = open({ maxBytes: 4_500 })
    const collection = testCollection(16, { a: vectors, b: vectors })
    await search.search(collection, query, { limit: 1 })
    collection.change({ c: vectors, d: vectors })
    const { code, retryable } = await failureOf(search.search(collection, query, { limit: 1 }))
    assert.deepEqual([code, retryable], ['vector_search_failed', true])
    const [hit] = await search.search(collection, query, { limit: 1 })
    assert.match(hit!.part, /^[cd]$/)
  })
})

type Test = ReturnType<typeof testCollection>

describe('the process of vector search', () => {
  test('loses only what was loaded when it ends', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'parley-'))
    const file = join(folder.path, 'once')
    await writeFile(file, '')
    await using search = open({ library: `${endingLibrary}?once=${file}` })
    const collection = testCollection(2, onePart('a', 'b'))
    await search.search(collection, north, { limit: 1 })
    const failure = await failureOf(search.search(collection, Int8Array.of(99, 0), { limit: 1 }))
    assert.deepEqual([failure.code, failure.retryable], ['vector_search_failed', true])
    assert.equal((await search.search(collection, north, { limit: 9 })).length, 2)
    assert.deepEqual(collection.reads, ['list', 'a', 'b', 'list', 'a', 'b'])
  })

  test('is started again for a search during which it ended', async () => {
    using processes = recordChildProcesses()
    await using search = open()
    const collection = testCollection(2, onePart('a', 'b'))
    await search.search(collection, north, { limit: 1 })
    const searching = search.search(collection, north, { limit: 9 })
    processes.last().kill('SIGKILL')
    assert.equal((await searching).length, 2)
    assert.deepEqual(collection.reads, ['list', 'a', 'b', 'list', 'a', 'b'])
    assert.equal(processes.count(), 2)
  })

  test('ends without searches, and loads the collection again for the next one', async () => {
    using processes = recordChildProcesses()
    await using search = open({ idleMs: 100 })
    const collection = testCollection(2, onePart('a', 'b'))
    await search.search(collection, north, { limit: 1 })
    await once(processes.last(), 'exit')
    assert.equal((await search.search(collection, north, { limit: 9 })).length, 2)
    assert.deepEqual(collection.reads, ['list', 'a', 'b', 'list', 'a', 'b'])
  })

  test('never contains only the rest of a collection that was being loaded when it ended', async () => {
    await using search = open({ library: endingLibrary })
    const ready = testCollection(2, onePart('x'))
    await search.search(ready, north, { limit: 1 })
    const gate = Promise.withResolvers<void>()
    const collection = testCollection(2, onePart('a', 'b'))
    collection.gate = gate.promise
    const loading = failureOf(search.search(collection, north, { limit: 9 }))
    await failureOf(search.search(ready, Int8Array.of(99, 0), { limit: 1 }))
    gate.resolve()
    assert.equal((await loading).code, 'vector_search_failed')
    assert.equal((await search.search(collection, north, { limit: 9 })).length, 2)
  })

  test('warns once if the native library cannot be loaded', async () => {
    const warnings: unknown[] = []
    const search = openVectorSearch({
      log: { ...log, warn: (fields: unknown) => warnings.push(fields) } as never,
      library: 'usearch-that-does-not-exist',
    })
    for (let index = 0; index < 3; index++) await search.search(testCollection(2, onePart('a')), north, { limit: 1 })
    await search[Symbol.asyncDispose]()
    assert.equal(warnings.length, 1)
  })

  test('is not waited for by a search that is canceled', async () => {
    await using search = open()
    const gate = Promise.withResolvers<void>()
    const collection = testCollection(2, onePart('a'))
    collection.gate = gate.promise
    const controller = new AbortController()
    const canceled = search.search(collection, north, { limit: 1, signal: controller.signal })
    controller.abort(new Error('hung up'))
    await assert.rejects(canceled, /hung up/)
    gate.resolve()
    assert.equal((await search.search(collection, north, { limit: 1 })).length, 1)
  })

  test('does not carry out searches that were canceled while they waited', async () => {
    await using search = open({ library: countingLibrary })
    const collection = testCollection(2, { a: Array.from({ length: 100 }, (_, index) => [index + 1, 1]) })
    await search.search(collection, north, { limit: 1 })
    const controller = new AbortController()
    const { signal } = controller
    const canceled = Array.from({ length: 60 }, () => search.search(collection, north, { limit: 1, signal }))
    const ended = Promise.allSettled(canceled)
    setImmediate(() => controller.abort(new Error('hung up')))
    await ended
    const [hit] = await search.search(collection, north, { limit: 1 })
    assert.ok(hit!.position <= 20 * 10, `${hit!.position / 10} searches were carried out before`)
  })

  test('leaves nothing open', async () => {
    await assertNoOpenHandles(async () => {
      await using search = open()
      await search.search(testCollection(2, onePart('a')), north, { limit: 1 })
    })
  })
})

async function* failAfterOneBatch() {
  yield { positions: Int32Array.of(1), vectors: Int8Array.of(1, 1) }
  throw new Error('the database is gone')
}
