// Tests that the settings of an assistant take effect in whole calls, as the model and the phone notice them.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { tone } from '@parley/carrier-sandbox'
import {
  endCall,
  hangUp,
  line,
  type NewPhoneCall,
  type PhoneCall,
  startPhoneCalls,
  wordsIn,
} from '../../calls/phone-calls.ts'

const calls = await startPhoneCalls()
after(() => calls[Symbol.asyncDispose]())
const { call, receiver, parley } = calls

const asks = (text = 'When do you open?') => ({ steps: [line(text), hangUp()] })
const systemOf = ({ requests }: PhoneCall): string =>
  (requests[0]!.body['messages'] as { content: string }[])[0]!.content
const longGreeting = 'Hello, this is the bakery at the market, what can I do for you today?'

/** The longest silence between two sounds that the phone heard, in milliseconds. */
function longestGapMs({ audio }: PhoneCall): number {
  const { heard } = audio!
  const sounds = [...heard.keys()].filter((index) => heard[index] !== 0xff)
  return Math.max(...sounds.slice(1).map((position, index) => (position - sounds[index]!) / 8))
}

const soundBytes = ({ audio }: PhoneCall): number => audio!.heard.filter((code) => code !== 0xff).length

// Few at a time, so that the audio is in time on a busy machine.
describe('the setting', { concurrency: 6, timeout: 120_000 }, () => {
  it('max_duration ends the call in time, with a goodbye', async () => {
    const { details, heard, atCarrier } = await call({ assistant: { max_duration: 20, max_silence_duration: 60 } })
    assert.deepEqual([details.ended_reason, atCarrier.maxSeconds], ['max_duration', 20])
    assert.match(heard, /Goodbye\.$/)
    assert.ok(details.duration <= 20)
  })

  it('variables reaches the greeting and the request to the language model, with the values of the call', async () => {
    const made = await call({
      assistant: {
        initial_message: 'Hello {{name}}.',
        system_prompt: 'You talk with {{name}} in {{city}}.',
        variables: { name: 'nobody', city: 'Graz' },
      },
      variables: { name: 'Anna' },
      phone: asks(),
    })
    assert.match(made.heard, /^Hello Anna\./)
    assert.match(systemOf(made), /^You talk with Anna in Graz\./)
    assert.deepEqual(made.payload['input_variables'], { name: 'Anna' })
  })

  it('llm_temperature is in the request to the language model', async () => {
    const { requests } = await call({ assistant: { llm_temperature: 0.7 }, phone: asks() })
    assert.equal(requests[0]!.body['temperature'], 0.7)
  })

  it('wait_for_customer lets the customer speak first', async () => {
    const { transcript } = await call({
      assistant: { wait_for_customer: true },
      phone: { steps: [line('Yes, hello?', { afterMs: 2_000 }), hangUp()] },
    })
    assert.deepEqual(transcript, ['human: Yes, hello?', 'bot: Hello.'])
  })

  const interrupts = (fields: NewPhoneCall['assistant']) =>
    call({
      assistant: { initial_message: longGreeting, ...fields },
      phone: { steps: [line('Stop, who is this?', { interruptAfterMs: 800 }), hangUp()] },
    })

  it('allow_interruptions decides whether the customer can cut the assistant off', async () => {
    const [allowed, not] = await Promise.all([
      interrupts({ allow_interruptions: true }),
      interrupts({ allow_interruptions: false }),
    ])
    // The engine says again what the customer has not heard.
    assert.match(allowed.heard, /^Hello.+Hello.+today\?/)
    assert.match(not.heard, /^Hello(?!.*Hello).+today\?/)
  })

  it('min_interrupt_words and interrupt_sensitivity decide how much the customer has to say for that', async () => {
    const [few, many] = await Promise.all([
      interrupts({ min_interrupt_words: 2, interrupt_sensitivity: 5 }),
      call({
        assistant: { initial_message: longGreeting, min_interrupt_words: 10, interrupt_sensitivity: 0 },
        phone: { steps: [line('My name is Anna.', { interruptAfterMs: 800 }), hangUp({ pauseMs: 1_500 })] },
      }),
    ])
    assert.match(few.heard, /^Hello.+Hello.+today\?/)
    assert.match(many.heard, /^Hello(?!.*Hello).+today\?/)
  })

  it('turn_detection_threshold decides which sounds make the assistant pause', async () => {
    // WebRTC's detector takes this tone for speech in its most sensitive mode only.
    const hum = tone({ ms: 1_800, hz: 440, amplitude: 3_000 })
    const hums = (threshold: number) =>
      call({
        assistant: { initial_message: longGreeting, turn_detection_threshold: threshold },
        phone: { steps: [{ audio: hum, interruptAfterMs: 800 }, hangUp({ pauseMs: 1_500 })] },
      })
    const [sensitive, not] = await Promise.all([hums(0), hums(1)])
    // As long as the hum. A busy machine makes shorter gaps.
    assert.ok(longestGapMs(sensitive) > 1_000, `${longestGapMs(sensitive)} ms`)
    assert.ok(longestGapMs(not) < 1_000, `${longestGapMs(not)} ms`)
  })

  it('fillers and filler_config bridge the time until a slow answer', async () => {
    const slow = (fillers: boolean) =>
      call({
        assistant: {
          fillers,
          filler_config: { question: ['Let me look.'], neutral: ['Let me look.'] },
          tools: [{ type: 'end_call' }],
        },
        script: async () => {
          await setTimeout(1_500)
          return endCall('At nine.')
        },
        phone: { steps: [line('When do you open?')] },
      })
    const [filled, not] = await Promise.all([slow(true), slow(false)])
    assert.equal(filled.heard, 'Hello. Let me look. At nine.')
    assert.equal(not.heard, 'Hello. At nine.')
  })

  it('max_silence_duration ends the call after silence, with a goodbye', async () => {
    const { details, heard } = await call({ assistant: { max_silence_duration: 1 }, phone: { steps: [line('Hm.')] } })
    assert.equal(details.ended_reason, 'silence')
    assert.match(heard, /[Gg]oodbye\.$/)
  })

  it('max_initial_silence_duration ends a call in which the customer never spoke', async () => {
    const { details } = await call({ assistant: { max_initial_silence_duration: 1 } })
    assert.equal(details.ended_reason, 'silence')
  })

  it('reengagement_interval and reengagement_prompt make the assistant speak after silence', async () => {
    const made = await call({
      assistant: {
        reengagement_interval: 7,
        reengagement_prompt: 'Offer {{name}} a callback.',
        tools: [{ type: 'end_call' }],
      },
      variables: { name: 'Anna' },
      script: endCall('Shall we call back?'),
    })
    assert.equal(made.heard, 'Hello. Shall we call back?')
    assert.match(JSON.stringify(made.requests[0]!.body['messages']), /Offer Anna a callback\./)
  })

  it('ambient_sound and ambient_sound_volume fill the silence between the words of the assistant', async () => {
    const play = (fields: NewPhoneCall['assistant']) =>
      call({ assistant: { max_initial_silence_duration: 2, ...fields } })
    const [off, quiet, loud] = await Promise.all([
      play({ ambient_sound: 'off' }),
      play({ ambient_sound: 'office', ambient_sound_volume: 0 }),
      play({ ambient_sound: 'office', ambient_sound_volume: 1 }),
    ])
    assert.ok(
      longestGapMs(off) > 1_500 && longestGapMs(quiet) > 1_500,
      `${longestGapMs(off)} ${longestGapMs(quiet)} ms`,
    )
    assert.ok(longestGapMs(loud) < 1_000, `${longestGapMs(loud)} ms`)
  })

  it('speech_speed changes the duration of the speech', async () => {
    const speak = (speech_speed: number) =>
      call({ assistant: { initial_message: longGreeting, speech_speed }, phone: { steps: [hangUp()] } })
    const [slow, fast] = await Promise.all([speak(0.7), speak(1.2)])
    const ratio = soundBytes(slow) / soundBytes(fast)
    assert.ok(Math.abs(ratio - 1.2 / 0.7) < 0.1, `${ratio}`)
  })

  it('language_id decides the language of the phrases, and of the announcement that it is an AI', async () => {
    const owner = await parley.createAccount()
    await owner.client.phoneNumbers.setCallingLimits({ allowed_countries: ['AT', 'US'] })
    const { heard } = await call({
      owner,
      assistant: { name: 'Ada', language_id: 4, initial_message: 'Guten Tag.', max_initial_silence_duration: 1 },
      to: '+4312345678',
    })
    assert.match(heard, /^Sie sprechen mit dem KI-Assistenten Ada\. Guten Tag\. .*Auf Wiederhören/)
  })

  it('tool_ids lets the model call functions of the account, with a phrase until they answer', async () => {
    const owner = await parley.createAccount()
    const { id } = (
      await owner.client.tools.create({
        name: 'check_table',
        description: 'Checks whether a table is free.',
        url: `${receiver.url}/check-table`,
        parameters: { type: 'object', properties: { guests: { type: 'integer' } } },
        speak_during: 'I am looking.',
      })
    ).data
    const made = await call({
      owner,
      assistant: { tool_ids: [id] },
      script: [{ pieces: [{ tool: 'check_table', arguments: { guests: 2 } }] }, 'A table is free.'],
      phone: { steps: [line('A table for two.'), hangUp({ pauseMs: 900 })] },
    })
    const asked = receiver.requests.filter(({ path }) => path === '/check-table')
    assert.deepEqual(
      asked.map(({ body }) => JSON.parse(body.toString()).guests),
      [2],
    )
    assert.equal(made.heard, 'Hello. I am looking. A table is free.')
    assert.match(JSON.stringify(made.requests.at(-1)!.body['messages']), /free\\*":true/)
  })

  it('post_call_schema is filled from the call, and is part of the webhook', async () => {
    const made = await call({
      assistant: { post_call_schema: [{ name: 'topic', type: 'string', description: 'What the call is about' }] },
      phone: asks(),
    })
    assert.deepEqual(made.payload['extracted_variables'], { topic: 'opening hours' })
    assert.deepEqual(
      made.details.evaluation.map(({ name, value }) => [name, value]),
      [['topic', 'opening hours']],
    )
  })

  it('post_call_evaluation can be off', async () => {
    const made = await call({
      assistant: {
        post_call_evaluation: false,
        post_call_schema: [{ name: 'topic', type: 'string', description: 'What the call is about' }],
      },
      phone: asks(),
    })
    assert.deepEqual([made.payload['extracted_variables'], made.details.evaluation], [{}, []])
  })

  it('record and include_recording_in_webhook decide whether there is a recording, and who gets it', async () => {
    const steps = [hangUp()]
    const [recorded, hidden, not] = await Promise.all([
      call({ assistant: { record: true }, phone: { steps } }),
      call({ assistant: { record: true, include_recording_in_webhook: false }, phone: { steps } }),
      call({ assistant: { record: false }, phone: { steps } }),
    ])
    assert.match(String(recorded.payload['recording_url']), /\/recordings\//)
    assert.ok(hidden.details.recording_url !== null && !('recording_url' in hidden.payload))
    assert.deepEqual([not.details.recording_url, not.payload['recording_url']], [null, null])
  })

  it('phone_number_id decides the number that the phone shows', async () => {
    const made = await call({ phone: { steps: [hangUp()] } })
    assert.deepEqual([made.atCarrier.from, made.payload['assistant_phone']], [made.number, made.number])
    assert.equal(wordsIn(made.audio!.heard), 'Hello.')
  })
})
