// Tests that the settings of an assistant apply while it talks, and not to another assistant of the same call.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { encodeMulaw, readWav } from '@parley/telephone'
import { createRandom } from '#server/voice/ambience/synthesis.ts'
import { hangUp, line, type NewParty, startPhoneCalls, wordsIn } from '../../calls/phone-calls.ts'
import { soundsIn } from '../../calls/sounds-in.ts'

const calls = await startPhoneCalls()
after(() => calls[Symbol.asyncDispose]())

const random = createRandom(3)
/** White noise, which the detection of speech takes for speech. */
const noise = (ms: number): Uint8Array =>
  encodeMulaw(Int16Array.from({ length: ms * 8 }, () => (random() - 0.5) * 6_000))
const greeting = 'Bob here. How can I help you?'
const question = line('When do you open?')
const answer = 'We are open from nine to five on weekdays, until noon on Saturdays, and never on Sundays.'

/** Ada greets the customer, who asks for Bob and then him. */
async function callBoth(ada: NewParty['assistant'], bob: NewParty['assistant'], asked = [question, hangUp()]) {
  const owner = await calls.parley.createAccount()
  const second = await calls.createParty({ owner, assistant: bob, script: [greeting, answer] })
  return calls.call({
    owner,
    assistant: { ...ada, tools: [{ type: 'assistant_transfer', assistant_id: second.id }] },
    script: { pieces: [{ tool: 'assistant_transfer', arguments: {} }] },
    phone: { steps: [line('Bob, please.'), ...asked] },
  })
}

async function recordedIn({ details }: Awaited<ReturnType<typeof callBoth>>) {
  const recording = await fetch(details.recording_url!)
  const { channels } = readWav(new Uint8Array(await recording.arrayBuffer()))
  return channels.map((samples) => encodeMulaw(samples))
}

describe('after a transfer to another assistant', { concurrency: true, timeout: 90_000 }, () => {
  it('the call is no longer recorded if the other assistant does not record its calls', async () => {
    const call = await callBoth({ record: true }, { record: false })
    assert.equal(call.heard, `Hello. ${greeting} ${answer}`)
    const [customer, assistant] = await recordedIn(call)
    assert.equal(wordsIn(customer!), 'Bob, please.')
    assert.equal(wordsIn(assistant!), 'Hello.')
  })

  it('the recording begins if only the other assistant records its calls', async () => {
    const [customer, assistant] = await recordedIn(await callBoth({ record: false }, { record: true }))
    assert.equal(wordsIn(customer!), 'When do you open?')
    assert.equal(wordsIn(assistant!), `${greeting} ${answer}`)
    const [sound] = soundsIn(assistant!, { least: 10, longestGapMs: 60 })
    assert.ok(sound!.fromMs > 1_500, 'the recording has the times of the call')
  })

  it('noise is suppressed if the other assistant wants it', async () => {
    const asked = { audio: Buffer.concat([noise(2_000), question.audio!, noise(9_000)]) }
    const { audio, transcript } = await callBoth(
      { enable_noise_cancellation: false },
      { enable_noise_cancellation: true },
      [asked, hangUp({ afterMs: 0 })],
    )
    assert.deepEqual(transcript.slice(3), [`bot: ${greeting}`, 'human: When do you open?', `bot: ${answer}`])
    const [, greeted, answered] = soundsIn(audio!.heard, { least: 10, longestGapMs: 60 })
    assert.ok(answered!.fromMs < greeted!.toMs + 9_000, 'the answer does not wait for the end of the noise')
  })
})
