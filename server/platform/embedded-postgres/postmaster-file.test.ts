// How the file of a running server is read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePostmasterFile } from './postmaster-file.ts'

test('a file of a server that takes connections tells its process, port, socket and state', () => {
  const text = '4711\n/data/cluster\n1790000000\n5432\n/data\n\n  1234567     98304\nready   \n'
  assert.deepEqual(parsePostmasterFile(text), { pid: 4711, port: 5432, socketDir: '/data', status: 'ready' })
})

test('a single-user server writes its process as a negative number', () => {
  assert.equal(parsePostmasterFile('-4711\n/data/cluster\n').pid, 4711)
})

test('a file that was never finished names no process', () => {
  for (const text of ['', '\n', 'x\n']) assert.equal(parsePostmasterFile(text).pid, 0)
})
