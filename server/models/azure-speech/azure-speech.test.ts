// Tests synthesis by Azure against a scripted server: the port's suite, the markup, cancellation, and faults.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import type { VoiceSettings } from '#server/ports/text-to-speech.ts'
import { assertNoOpenHandles } from '#server/testing/open-handles.ts'
import { recordSpeech } from '#server/testing/record-speech.ts'
import { plainVoice, testTextToSpeech } from '#server/testing/suites/text-to-speech.ts'
import { type ScriptedAzureSpeech, startScriptedAzure } from '../scripted-speech-servers/azure-speech-server.ts'
import { readSpeechMarkup } from '../scripted-speech-servers/speech-markup.ts'
import { bytesPerCharacter } from '../scripted-speech-servers/tone.ts'
import { createAzureTextToSpeech } from './azure-speech.ts'
import { speechMarkup } from './markup.ts'

const apiKey = 'azure-key'
const settings = {
  vendor: 'azure',
  voice: 'en-US-JennyNeural',
  ...plainVoice,
}
const quick = { firstAudioMs: 300, progressMs: 200 }

testTextToSpeech('Azure', async () => {
  const server = await startScriptedAzure({ apiKey })
  return {
    adapter: createAzureTextToSpeech({ apiKey, baseUrl: server.baseUrl }),
    settings,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      assert.deepEqual(server.violations, [])
    },
  }
})

describe('synthesis by Azure', () => {
  test('speaks a text in full length with the requested voice', async () => {
    await using call = await start()
    const spoken = recordSpeech(call.speaker, 'Good morning.')
    assert.equal(await spoken.outcome, 'done')
    assert.equal(spoken.bytes(), 13 * bytesPerCharacter)
    const plain = { voice: 'en-US-JennyNeural', locale: 'en-US', style: undefined, rate: undefined }
    assert.deepEqual(call.server.requests, [{ ...plain, text: 'Good morning.' }])
  })

  test('delivers audio before the response ends', async () => {
    await using call = await start({ speech: () => 'no end' }, { firstAudioMs: 2_000, progressMs: 2_000 })
    const spoken = recordSpeech(call.speaker, 'Good morning.')
    while (spoken.bytes() < 3_201) await nextTurn()
    spoken.utterance.cancel()
  })

  test('asks for the speed, and for a style if the voice has one', async () => {
    const cases: [Partial<VoiceSettings>, string | undefined, string | undefined][] = [
      [{ speed: 1.2, emotion: true }, '+20%', 'friendly'],
      [{ speed: 0.7, emotion: false }, '-30%', undefined],
      [{ speed: 9, emotion: true, voice: 'en-US-AvaNeural' }, '+100%', undefined],
      [{ speed: 0, voice: 'fil-PH-AngeloNeural' }, '-50%', undefined],
    ]
    for (const [voice, rate, style] of cases) {
      await using call = await start({}, quick, voice)
      assert.equal(await recordSpeech(call.speaker, 'Good morning.').outcome, 'done')
      assert.deepEqual([call.server.requests[0]?.rate, call.server.requests[0]?.style], [rate, style])
    }
  })

  test('sends every text as one text without markup', () => {
    const parts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('<break time="9s"/>', '</voice>', '&amp;', ']]>', '\u0000', '\ud800', '\uffff', "'", '"'),
    )
    fc.assert(
      fc.property(fc.array(parts), (texts) => {
        const text = `a${texts.join('')}`
        const read = readSpeechMarkup(speechMarkup(text, { ...settings, speed: 1.1, emotion: true }))
        assert.ok(typeof read === 'object', String(read))
        // biome-ignore lint/suspicious/noControlCharactersInRegex: These characters are what is replaced.
        const allowed = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
        assert.equal(read.text, allowed)
      }),
    )
  })

  test('ends the request of a cancelled utterance', async () => {
    await using call = await start({ speech: () => 'endless' })
    const spoken = recordSpeech(call.speaker, 'This goes on and on. '.repeat(20))
    while (spoken.bytes() === 0) await nextTurn()
    spoken.utterance.cancel()
    while (call.server.openConnections() > 0) await nextTurn()
  })

  test('uses the connections of a call again', async () => {
    await using call = await start()
    for (let count = 0; count < 10; count++) assert.equal(await recordSpeech(call.speaker, 'One.').outcome, 'done')
    // The first one may still be busy when the second utterance follows immediately.
    assert.ok(call.server.openConnections() <= 2, `${call.server.openConnections()}`)
  })

  const faults: [string, ScriptedAzureSpeech, string][] = [
    ['a refused key', { status: 401 }, 'unauthorised'],
    ['an unknown voice', { status: 400 }, 'bad_request'],
    ['a rate limit', { status: 429 }, 'rate_limited'],
    ['a failing gateway', { status: 502 }, 'unavailable'],
    ['a redirect', { status: 302 }, 'unavailable'],
    ['an empty response', 'nothing', 'no_audio'],
    ['no response', 'no response', 'no_audio'],
    ['only silence', 'silence', 'silent_audio'],
    ['audio that stops', 'no end', 'stalled'],
    ['endless audio', 'endless', 'too_much_audio'],
    ['a connection that drops', 'disconnect', 'unavailable'],
    ['compressed audio', 'compressed', 'unreadable'],
    ['a WAV file', 'wav', 'unreadable'],
  ]
  for (const [name, speech, code] of faults)
    test(`fails with ${code} for ${name}`, { timeout: 10_000 }, async () => {
      await assertNoOpenHandles(async () => {
        await using call = await start({ speech: () => speech })
        const spoken = recordSpeech(call.speaker, 'Good morning, how can I help you?')
        assert.equal(codeOf(await spoken.outcome), code)
        assert.equal(spoken.bytes() > 0, ['no end', 'endless', 'disconnect'].includes(String(speech)))
        assert.deepEqual(call.server.violations, [])
      })
    })

  test('fails if no server listens', async () => {
    const server = await startScriptedAzure()
    await server[Symbol.asyncDispose]()
    const speaker = createAzureTextToSpeech({ apiKey, baseUrl: server.baseUrl, limits: quick }).open(settings)
    assert.equal(codeOf(await recordSpeech(speaker, 'Good morning.').outcome), 'unavailable')
    speaker.close()
  })
})

async function start(
  options: { speech?(text: string, index: number): ScriptedAzureSpeech } = {},
  limits = quick,
  voice: Partial<VoiceSettings> = {},
) {
  const server = await startScriptedAzure({ apiKey, ...options })
  const adapter = createAzureTextToSpeech({ apiKey, baseUrl: `${server.baseUrl}/`, limits })
  const speaker = adapter.open({ ...settings, ...voice })
  return {
    server,
    speaker,
    async [Symbol.asyncDispose]() {
      speaker.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

const codeOf = (outcome: 'done' | { code: string }) => (outcome === 'done' ? outcome : outcome.code)
