// Tests of the voice activity detector with synthesized speech.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mulawSilence } from '@parley/telephone'
import { loadVoiceActivity, openFlite, type VoiceActivityDetector } from '../src/index.ts'

const voiceActivity = await loadVoiceActivity()

/** The share of frames in which the detector finds speech. */
function shareOfSpeech(detector: VoiceActivityDetector, audio: Uint8Array): number {
  const count = Math.floor(audio.length / 160)
  let found = 0
  for (let index = 0; index < count; index++)
    if (detector.isSpeech(audio.subarray(index * 160, index * 160 + 160))) found++
  return found / count
}

describe('voice activity detection', () => {
  it('finds speech, and none in silence', async () => {
    await using flite = openFlite()
    const speech = await flite.synthesize('Good morning, I would like to book a table.', { voice: 'slt' })
    for (const mode of [0, 1, 2, 3] as const) {
      const detector = voiceActivity.open(mode)
      assert.ok(shareOfSpeech(detector, speech) > 0.6)
      const silence = new Uint8Array(8_000).fill(mulawSilence)
      shareOfSpeech(detector, silence)
      assert.equal(shareOfSpeech(detector, silence), 0)
      detector.close()
    }
  })

  it('serves many calls one after the other without using more memory', () => {
    const frame = new Uint8Array(160).fill(mulawSilence)
    for (let call = 0; call < 50_000; call++) {
      const detector = voiceActivity.open()
      detector.isSpeech(frame)
      detector.close()
      detector.close()
    }
  })

  it('rejects frames of another length, and frames after it is closed', () => {
    const detector = voiceActivity.open()
    for (const length of [0, 80, 159, 161, 320])
      assert.throws(() => detector.isSpeech(new Uint8Array(length)), RangeError)
    detector.close()
    assert.throws(() => detector.isSpeech(new Uint8Array(160)), /closed/)
  })
})
