// Tests of drawing spans and levels.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rulerOf, spansPath, wavePath } from './paths.ts'

const view = { fromMs: 1_000, toMs: 2_000, widthPx: 100 }

test('only the visible part is drawn, and short spans stay visible', () => {
  assert.equal(spansPath([{ fromMs: 0, toMs: 900 }], view, 0, 10), '')
  assert.equal(spansPath([{ fromMs: 1_500, toMs: 1_500 }], view, 4, 10), 'M50.0 4H52.0V14H50.0Z')
  assert.equal(spansPath([{ fromMs: 0, toMs: 5_000 }], view, 0, 10), 'M-1.0 0H101.0V10H-1.0Z')
})

test('ten thousand spans on few pixels are a short path', () => {
  const spans = Array.from({ length: 10_000 }, (_, at) => ({ fromMs: at * 100, toMs: at * 100 + 50 }))
  const path = spansPath(spans, { fromMs: 0, toMs: 1_000_000, widthPx: 800 }, 0, 10)
  assert.ok(path.split('M').length < 900)
})

test('levels are drawn once for each pixel, and silence is a thin line', () => {
  const levels = Float32Array.from({ length: 300 }, (_, at) => (at >= 150 ? 1 : 0))
  const columns = wavePath(levels, view, 20, 10).split('M').slice(1)
  assert.equal(columns.length, 100)
  assert.deepEqual([columns[0], columns[99]], ['0 19.5h1v1.0h-1z', '99 10.0h1v20.0h-1z'])
})

test('the ruler has as many labels as fit', () => {
  assert.deepEqual(rulerOf({ fromMs: 0, toMs: 60_000, widthPx: 800 }), {
    stepMs: 5_000,
    ticks: Array.from({ length: 13 }, (_, at) => at * 5_000),
  })
  assert.equal(rulerOf({ fromMs: 0, toMs: 2_000, widthPx: 800 }).stepMs, 200)
})
