// Tests of `<Say>`: voices, captions and time.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import { tone } from '../src/index.ts'
import { receiveWith, startTestSandbox, untilOver } from './harness.ts'
import { startMediaServer } from './media-server.ts'

for (const [attributes, isValid] of [
  ['voice="Polly.Vicki-Neural" language="de-DE"', true],
  ['voice="Polly.Kajal-Neural" language="hi-IN"', true],
  ['voice="Google.cs-CZ-Wavenet-A"', true],
  ['voice="woman" language="fr-FR"', true],
  ['voice="Polly.Vicki-Neural" language="fr-FR"', false],
  ['voice="Google.cs-CZ-Wavenet-A" language="de-DE"', false],
  ['voice="Polly.Nobody"', false],
  ['language="German"', false],
] as const)
  test(`<Say ${attributes}> ${isValid ? 'is spoken' : 'raises an alarm'}`, async () => {
    await using sandbox = await startTestSandbox()
    const { sid } = receiveWith(sandbox, `<Response><Say ${attributes}>Hello.</Say></Response>`)
    const { captions } = await untilOver(sandbox, sid)
    assert.equal(captions[0]!.text === 'Hello.', isValid)
    assert.deepEqual(
      sandbox.carrier.alarms.map(({ code }) => code),
      isValid ? [] : [13511],
    )
  })

test('<Say> accepts every voice and language that Twilio’s SDK knows', async () => {
  const types = await readFile(createRequire(import.meta.url).resolve('twilio/lib/twiml/VoiceResponse.d.ts'), 'utf8')
  const valuesOf = (name: string) => [...new RegExp(`type ${name} = ([^;]+);`).exec(types)![1]!.matchAll(/"([^"]+)"/g)]
  const voices = valuesOf('SayVoice').map(([, voice]) => `<Say voice="${voice}">a</Say>`)
  const languages = valuesOf('SayLanguage').map(([, language]) => `<Say language="${language}">a</Say>`)
  assert.ok(voices.length >= 900 && languages.length >= 60)
  await using sandbox = await startTestSandbox()
  const { sid } = receiveWith(sandbox, `<Response><Reject/>${voices.join('')}${languages.join('')}</Response>`)
  assert.equal((await untilOver(sandbox, sid)).status, 'no-answer')
  assert.deepEqual(sandbox.carrier.alarms, [])
})

test('<Say> speaks the text inside of SSML elements', async () => {
  const spoken: string[] = []
  await using sandbox = await startTestSandbox(
    {},
    {
      async speak(text) {
        spoken.push(text)
        return tone({ ms: 20 })
      },
    },
  )
  const ssml = 'Dear <prosody rate="90%"><emphasis>friend</emphasis> of us</prosody>,<break time="1s"/> hello.'
  const { sid } = receiveWith(sandbox, `<Response><Say>${ssml}</Say></Response>`)
  await untilOver(sandbox, sid)
  assert.deepEqual(spoken, ['Dear friend of us, hello.'])
})

test('<Say> has one caption, even if what the application says is recognized', async () => {
  await using server = await startMediaServer()
  await using sandbox = await startTestSandbox(
    {},
    { speak: async () => tone({ ms: 400 }), recognise: async (audio) => `${audio.length > 160} speech` },
  )
  const { control } = sandbox.carrier
  const { sid } = receiveWith(
    sandbox,
    server.twiml('<Say>Goodbye.</Say>').replace('<Connect>', '<Say>Hello.</Say><Connect>'),
  )
  const stream = await server.connection(1)
  await stream.untilFrame(1)
  stream.sendAudio(tone({ ms: 400 }))
  stream.sendMark('end')
  await stream.until(({ mark }) => mark?.name === 'end')
  stream.close()
  await untilOver(sandbox, sid)
  const { captions } = await control.waitForCall((one) => one.sid === sid && one.captions.length >= 3)
  assert.deepEqual(
    captions.map(({ text }) => text),
    ['Hello.', 'true speech', 'Goodbye.'],
  )
})

describe('a text that is not spoken', { concurrency: true }, () => {
  for (const [what, speech] of [
    ['because there is no voice', {}],
    ['because it has no sound', { speak: async () => new Uint8Array(0) }],
    ['because the voice fails', { speak: () => Promise.reject(new Error('No voice')), log: { error() {} } }],
  ] as const)
    test(`takes the time that it would need, ${what}`, async () => {
      await using sandbox = await startTestSandbox({ delaysMs: { sayCharacter: 65 } }, speech)
      const { sid } = receiveWith(sandbox, '<Response><Say>Ten words.</Say></Response>')
      const { captions, answeredAtMs, endedAtMs } = await untilOver(sandbox, sid)
      const tookMs = endedAtMs! - answeredAtMs!
      assert.ok(tookMs >= 600 && tookMs < 1_500, `${tookMs} ms`)
      assert.deepEqual(
        captions.map(({ text }) => text),
        ['Ten words.'],
      )
    })
})
