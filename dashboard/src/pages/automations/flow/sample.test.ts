// Tests of the examples that are kept of requests.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseJson } from '@parley/rules'
import fc from 'fast-check'
import { sampleOf } from './sample.ts'

describe('the example of a request', () => {
  it('is the request if it is small', () => {
    const request = { name: 'Ann', amount: 150, tags: ['a', 'b'], headers: { accept: '*/*' } }
    assert.deepEqual(sampleOf(request), request)
    assert.deepEqual(sampleOf('Hello'), { body: 'Hello' })
  })

  it('is bounded, however large the request is', () => {
    const long = 'x'.repeat(100_000)
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key_${index}`, long]))
    for (const request of [wide, { list: Array(10_000).fill(wide) }, { [long]: long }])
      assert.ok(JSON.stringify(sampleOf(request)).length <= 33_000)
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 9 }), (value) => {
        const text = JSON.stringify(sampleOf(parseJson(JSON.stringify(value))))
        assert.ok(text.length <= 33_000)
      }),
      { numRuns: 50 },
    )
  })
})
