// Tests of the connection overrides in a URL fragment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseConnectionOverrides } from './connection-overrides.ts'

const defaults = { connectMs: 5_000, readMs: 15_000, totalMs: 15_000, retries: 1, retryOn: new Set(['ct']) }

test('overrides are parsed, and values out of range are ignored', () => {
  for (const [fragment, expected] of [
    ['', {}],
    ['#', {}],
    ['#section', {}],
    [
      '#ct=2000&rt=5000&tt=9000&rc=3&rp=all',
      { connectMs: 2_000, readMs: 5_000, totalMs: 9_000, retries: 3, retryOn: new Set(['4xx', '5xx', 'ct', 'rt']) },
    ],
    ['#rp=5xx,rt', { retryOn: new Set(['5xx', 'rt']) }],
    ['#rp=sometimes', {}],
    ['#ct=99&rt=15001&tt=-1&rc=6', {}],
    ['#ct=2e3&rc=', {}],
    ['#rc=0', { retries: 0 }],
  ] as const) {
    assert.deepEqual(
      parseConnectionOverrides(`https://a.example/x?y=1${fragment}`),
      { ...defaults, ...expected },
      fragment,
    )
  }
})
