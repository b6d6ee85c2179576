// Tests that the suppression of background noise decides what counts as speech of the customer in a call.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { encodeMulaw } from '@parley/telephone'
import { createRandom } from '#server/voice/ambience/synthesis.ts'
import { hangUp, line, startPhoneCalls } from '../../calls/phone-calls.ts'
import { soundsIn } from '../../calls/sounds-in.ts'

const calls = await startPhoneCalls()
after(() => calls[Symbol.asyncDispose]())

const random = createRandom(3)
/** White noise, which the detection of speech takes for speech. */
const noise = (ms: number): Uint8Array =>
  encodeMulaw(Int16Array.from({ length: ms * 8 }, () => (random() - 0.5) * 6_000))
const question = line('When do you open?').audio!
const answer = 'We are open from nine to five on weekdays, until noon on Saturdays, and never on Sundays.'

/** The customer asks in a noise that continues for a long time, and hangs up when it is over. */
const askInNoise = (enable_noise_cancellation: boolean) =>
  calls.call({
    assistant: { enable_noise_cancellation },
    script: answer,
    phone: {
      steps: [{ audio: Buffer.concat([noise(2_000), question, noise(9_000)]), afterMs: 0 }, hangUp({ afterMs: 0 })],
    },
  })

describe('a question in constant noise', { concurrency: true, timeout: 90_000 }, () => {
  it('is answered at once, and the noise does not pause the answer, if noise is suppressed', async () => {
    const { audio, transcript } = await askInNoise(true)
    assert.deepEqual(transcript, ['bot: Hello.', 'human: When do you open?', `bot: ${answer}`])
    const sounds = soundsIn(audio!.heard, { least: 10, longestGapMs: 60 })
    assert.equal(sounds.length, 2, JSON.stringify(sounds))
  })

  it('is not over before the noise, if noise is not suppressed', async () => {
    const { heard } = await askInNoise(false)
    assert.equal(heard, 'Hello.')
  })
})
