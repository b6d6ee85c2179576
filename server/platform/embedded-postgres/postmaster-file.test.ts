// Tests of reading postmaster.pid.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePostmasterFile } from './postmaster-file.ts'

test('the file of a ready server has its process, port, socket and state', () => {
  const text = '4711\n/data/cluster\n1790000000\n5432\n/data\n\n  1234567     98304\nready   \n'
  assert.deepEqual(parsePostmasterFile(text), { pid: 4711, port: 5432, socketDir: '/data', status: 'ready' })
})

test('a single-user server has a negative process id', () => {
  assert.equal(parsePostmasterFile('-4711\n/data/cluster\n').pid, 4711)
})

test('an incomplete file has no process id', () => {
  for (const text of ['', '\n', 'x\n']) assert.equal(parsePostmasterFile(text).pid, 0)
})
