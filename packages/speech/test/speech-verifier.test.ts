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
    assert.equal(opened, 2)
    mock.timers.tick(119_000)
    verifyTwo()
    mock.timers.tick(119_000)
    verifyTwo()
    assert.equal(opened, 2)
    mock.timers.tick(120_000)
    verifyTwo()
    assert.equal(opened, 3)
  } finally {
    mock.timers.reset()
    sherpa.Vad = Vad
  }
})
