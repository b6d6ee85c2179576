// Tests of the queue of audio that a speaker has not played.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPlaybackQueue } from '../browser/playback-queue.js'

test('the playback queue waits, reports marks when they are reached, clears, and limits its delay', () => {
  const marks: string[] = []
  const create = (options = {}) =>
    createPlaybackQueue({ targetMs: 40, onMark: (name: string) => marks.push(name), ...options })
  const frame = (code: number) => new Uint8Array(160).fill(code)
  const into = new Uint8Array(160)
  const taken = (queue: { take(into: Uint8Array): boolean }) => (queue.take(into) ? into[0] : 'silence')
  const queue = create()
  queue.add(frame(1))
  assert.equal(taken(queue), 'silence')
  queue.add(frame(2))
  queue.mark('end')
  assert.deepEqual([taken(queue), marks.length, taken(queue), marks], [1, 0, 2, ['end']])
  assert.equal(taken(queue), 'silence')
  queue.add(frame(3))
  queue.mark('cleared')
  queue.clear()
  assert.deepEqual([marks.at(-1), taken(queue)], ['cleared', 'silence'])
  const short = create()
  short.add(frame(4))
  assert.deepEqual([taken(short), taken(short), taken(short)], ['silence', 'silence', 4])
  const live = create({ maxMs: 100 })
  for (let code = 1; code <= 6; code++) live.add(frame(code))
  assert.deepEqual([taken(live), taken(live), taken(live)], [5, 6, 'silence'])
})
