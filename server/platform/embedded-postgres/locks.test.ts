// Tests of locks between processes.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { end, temporaryFolder } from '#testing/embedded-postgres/harness.ts'
import { holdAlone, tryHoldAlone, tryHoldShared } from './locks.ts'

test('an exclusive lock is acquired when its holder is killed', async (t) => {
  const path = join(await temporaryFolder(t), 'lock')
  const program = `const { tryHoldAlone } = await import(${JSON.stringify(import.meta.resolve('./locks.ts'))})
    globalThis.held = tryHoldAlone(${JSON.stringify(path)}); console.log('held'); process.stdin.resume()`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(holder.stdout!, 'data')
  assert.equal(tryHoldAlone(path), undefined)
  assert.equal(tryHoldShared(path), undefined)
  await assert.rejects(holdAlone(path, 30), /^OutsideError: Another process of Parley has held \S+ for too long: .*\.$/)
  const [lock] = await Promise.all([holdAlone(path, 10_000), end(holder, 'SIGKILL')])
  lock.release()
})

test('a shared lock can become exclusive when all others are released', async (t) => {
  const path = join(await temporaryFolder(t), 'lock')
  const [first, second] = [tryHoldShared(path)!, tryHoldShared(path)!]
  first.release()
  assert.equal(tryHoldAlone(path), undefined)
  second.release()
  second.release()
  const alone = tryHoldAlone(path)
  assert.ok(alone)
  alone.release()
})
