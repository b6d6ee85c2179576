// Tests of the memory of the speech verifier.
import assert from 'node:assert/strict'
import { it, mock } from 'node:test'
import sherpa from 'sherpa-onnx-node'
import { loadSpeechVerifier } from '../src/index.ts'

it('keeps one detector when no sound has been verified for two minutes', async () => {
  let opened = 0
  const { Vad } = sherpa
  sherpa.Vad = class extends Vad {
    constructor(...args: ConstructorParameters<typeof Vad>) {
      super(...args)
      opened++
    }
  }
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const { open } = await loadSpeechVerifier()
    const verifyTwo = (): void => {
      for (const verification of [open()!, open()!]) verification.close()
    }
    verifyTwo()
    // Another test in the same process may have opened one before.
    const both = opened
    mock.timers.tick(119_000)
    verifyTwo()
    mock.timers.tick(119_000)
    verifyTwo()
    assert.equal(opened, both)
    mock.timers.tick(120_000)
    verifyTwo()
    assert.equal(opened, both + 1)
  } finally {
    mock.timers.reset()
    sherpa.Vad = Vad
  }
})
