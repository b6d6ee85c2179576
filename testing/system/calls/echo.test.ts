// Tests a call with a phone that returns the assistant's own voice at -20 dB, with real speech on both sides.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { openFlite } from '@parley/speech'
import { hangUp, startPhoneCalls } from '../../calls/phone-calls.ts'
import { soundsIn } from '../../calls/sounds-in.ts'

const calls = await startPhoneCalls({ config: { speech: { default: 'offline' } } })
after(() => calls[Symbol.asyncDispose]())
const flite = openFlite()
after(() => flite[Symbol.asyncDispose]())

const greeting =
  'Hello and welcome to the bakery. We bake bread, rolls and cakes every morning, and we deliver them to your home.'
const answer =
  'We are open from nine to five on weekdays, until noon on Saturdays, and never on Sundays. Come and see us.'

/** The assistant stops when the first words are known, which a busy machine recognizes later. */
const firstWordsMs = 2_000

const says = (text: string) => flite.synthesize(text, { voice: 'rms' })

for (const enable_noise_cancellation of [true, false])
  it(`${enable_noise_cancellation ? 'with' : 'without'} suppression of noise, only real speech interrupts`, {
    timeout: 120_000,
  }, async () => {
    const { audio, transcript, client, callId } = await calls.call({
      assistant: { initial_message: greeting, max_duration: 60, enable_noise_cancellation },
      script: answer,
      phone: {
        echo: true,
        steps: [
          { audio: await says('Wait a moment, when do you open on Sunday?'), interruptAfterMs: 3_000 },
          hangUp({ pauseMs: 3_000 }),
        ],
      },
    })
    // The echo is weaker than this.
    const [spoken, ...others] = soundsIn(audio!.said, { least: 2_000, longestGapMs: 500 })
    assert.deepEqual(others, [])
    const { states } = await client.calls.explain({ id: callId })
    const starts = states.filter(
      ({ customer }, index) => customer === 'speaking' && (states[index - 1]?.customer ?? 'silent') === 'silent',
    )
    assert.equal(starts.length, 1, `the echo is no speech: ${JSON.stringify(states)}`)
    const sounds = soundsIn(audio!.heard, { least: 4, longestGapMs: 100 })
    const interrupted = sounds.findLast(({ fromMs }) => fromMs < spoken!.fromMs)!
    const reactionMs = interrupted.toMs - spoken!.fromMs
    assert.ok(reactionMs <= firstWordsMs, `${reactionMs} ms`)
    assert.ok(sounds[sounds.indexOf(interrupted) + 1]!.fromMs > spoken!.toMs)
    const textsOf = (sender: string) =>
      transcript.filter((line) => line.startsWith(sender)).map((line) => line.slice(sender.length + 2))
    // The assistant, which is quieter by then, covers the first word with its echo.
    assert.match(textsOf('human').join(' '), /^.{1,12} a moment.* do you open on Sunday/i)
    // The rest of the greeting comes before the answer.
    assert.equal(transcript.at(-1), `bot: ${answer}`)
    for (const text of textsOf('bot').slice(0, -1)) assert.ok(greeting.includes(text.trim()), text)
    assert.ok(transcript.some((line, index) => index > 0 && greeting.endsWith(line.replace('bot: ', ''))))
  })
