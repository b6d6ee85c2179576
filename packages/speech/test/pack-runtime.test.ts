// Tests of machines on which the runtime of voice packs cannot be loaded.
import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { it } from 'node:test'
import { open, runtimeMissing } from '../src/packs/pack-worker.ts'

it('says what is missing where the speech runtime cannot be loaded', async () => {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'sherpa-onnx-node') throw new Error('no package for this processor')
      return next(specifier, context)
    },
  })
  await assert.rejects(open(undefined), ({ message }: Error) => {
    assert.ok(message.startsWith(runtimeMissing))
    assert.match(message, /no package for this processor/)
    return true
  })
  hooks.deregister()
})
