// Tests that freed memory leaves the process, although memory between it is still used.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { releaseMemory } from './release-memory.ts'

const megabyte = 2 ** 20

it('the memory between objects that are still used is released', { skip: process.platform !== 'linux' }, async () => {
  await releaseMemory()
  const before = process.memoryUsage.rss()
  let all = Array.from({ length: 40_000 }, (_, index) => Buffer.alloc(3_000 + (index % 1_000), 1))
  const used = all.filter((_, index) => index % 50 === 0)
  const full = process.memoryUsage.rss()
  all = []
  await releaseMemory()
  const after = process.memoryUsage.rss()
  assert.ok(full - before > 100 * megabyte, `${full - before} bytes more`)
  assert.ok(after - before < 30 * megabyte, `${after - before} bytes more after the release`)
  assert.equal(used.length, 800)
})
