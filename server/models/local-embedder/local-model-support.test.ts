// Tests of the systems on which the local embedding model runs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canRunLocalModel } from './local-model-support.ts'

test('the local model runs here, and not where ONNX Runtime has no native code', () => {
  assert.equal(canRunLocalModel(), true)
  assert.equal(canRunLocalModel({ platform: 'darwin', arch: 'x64' }), false)
  assert.equal(canRunLocalModel({ platform: 'freebsd', arch: 'x64' }), false)
})
