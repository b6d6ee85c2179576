// Tests synthesis by ElevenLabs against a scripted server: the port's suite, reconnection, and faults.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { assertNoOpenHandles } from '#server/testing/open-handles.ts'
import { recordSpeech } from '#server/testing/record-speech.ts'
import { retainedBytes } from '#server/testing/retained-bytes.ts'
import { plainVoice, testTextToSpeech } from '#server/testing/suites/text-to-speech.ts'
import {
  type ScriptedElevenLabsOptions,
  type ScriptedUtterance,
  startScriptedElevenLabs,
} from '../scripted-speech-servers/elevenlabs-server.ts'
import type { SocketFault } from '../scripted-speech-servers/socket-server.ts'
import { bytesPerCharacter } from '../scripted-speech-servers/tone.ts'
import { createElevenLabsTextToSpeech, type ElevenLabsOptions } from './elevenlabs.ts'

const apiKey = 'elevenlabs-key'
const settings = {
  vendor: 'elevenlabs',
  voice: 'EXAVITQu4vr4xnSDxMaL',
  ...plainVoice,
}
const quick = { connectTimeoutMs: 150, firstAudioMs: 300, progressMs: 200 }

testTextToSpeech('ElevenLabs', async () => {
  const server = await startScriptedElevenLabs({ apiKey })
  return {
    adapter: createElevenLabsTextToSpeech({ apiKey, baseUrl: server.baseUrl }),
    settings,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      assert.deepEqual(server.violations, [])
    },
  }
})

describe('synthesis by ElevenLabs', () => {
  test('speaks a text completely, and says when each character is spoken', async () => {
    await using call = await start()
    const text = 'Your table is booked for seven.'
    const spoken = recordSpeech(call.speaker, text)
    assert.equal(await spoken.outcome, 'done')
    assert.equal(spoken.bytes(), text.length * bytesPerCharacter)
    assert.equal(spoken.characters.join(''), text)
    assert.deepEqual(
      spoken.startsMs,
      Array.from(text, (_, index) => index * 60),
    )
    assert.deepEqual(call.server.violations, [])
  })

  test('sends the settings of the voice within the accepted range', async () => {
    await using call = await start({}, {}, { speed: 2, stability: -1, emotion: true })
    assert.equal(await recordSpeech(call.speaker, 'Hello.').outcome, 'done')
    const expected = { stability: 0, similarity_boost: 0.75, style: 0.5, speed: 1.2 }
    assert.deepEqual(call.server.received.at(-3)?.voice_settings, expected)
    assert.equal(call.server.handshakes[0]?.searchParams.get('language_code'), 'en')
  })

  test('keeps the connection open during a long silence, and speaks over it afterwards', async () => {
    await using call = await start({ idleMs: 200 }, { keepAliveMs: 30 })
    while (call.server.received.length < 12) await nextTurn()
    assert.equal(await recordSpeech(call.speaker, 'Hello again.').outcome, 'done')
    assert.equal(call.server.handshakes.length, 1)
    assert.deepEqual(call.server.violations, [])
  })

  test('connects again for the next utterance if the connection dropped', async () => {
    await using call = await start()
    assert.equal(await recordSpeech(call.speaker, 'First.').outcome, 'done')
    call.server.disconnectAll()
    while (call.server.openConnections() > 0) await nextTurn()
    assert.equal(await recordSpeech(call.speaker, 'Second.').outcome, 'done')
    assert.equal(call.server.handshakes.length, 2)
  })

  test('repeats a lost request if none of its audio was delivered', async () => {
    const fault: SocketFault = { afterMessages: 3, fault: 'disconnect' }
    await using call = await start({ faultOf: (connection) => (connection === 0 ? fault : undefined) })
    assert.equal(await recordSpeech(call.speaker, 'Hello.').outcome, 'done')
    assert.equal(call.server.handshakes.length, 2)
  })

  test('does not repeat a text whose audio was delivered in part', async () => {
    await using call = await start({ utterance: () => 'disconnect' })
    const spoken = recordSpeech(call.speaker, 'This text is cut after ten characters.')
    assert.equal(codeOf(await spoken.outcome), 'unavailable')
    assert.equal(spoken.bytes(), 10 * bytesPerCharacter)
    assert.equal(call.server.received.filter(({ flush }) => flush).length, 1)
  })

  test('never opens more contexts than allowed, however many utterances are requested and cancelled', async () => {
    await using call = await start()
    const cancelled = Array.from({ length: 30 }, () => recordSpeech(call.speaker, 'This is interrupted at once.'))
    for (const { utterance } of cancelled) utterance.cancel()
    const spoken = Array.from({ length: 12 }, (_, index) => recordSpeech(call.speaker, `Text number ${index}.`))
    for (const { outcome } of spoken) assert.equal(await outcome, 'done')
    assert.deepEqual(call.server.violations, [])
  })

  test('speaks although cancelled utterances never end', async () => {
    await using call = await start({ utterance: (text) => (text === 'Stuck.' ? 'nothing' : 'normal') })
    assert.equal(await recordSpeech(call.speaker, 'Ready.').outcome, 'done')
    for (let count = 0; count < 4; count++) recordSpeech(call.speaker, 'Stuck.').utterance.cancel()
    assert.equal(await recordSpeech(call.speaker, 'Hello.').outcome, 'done')
    assert.equal(call.server.handshakes.length, 2)
  })

  test('uses no more memory after 10,000 messages', { timeout: 60_000 }, async () => {
    await using call = await start()
    const text = 'This text is spoken again and again. '.repeat(3).trim()
    const speakTimes = async (count: number) => {
      for (let index = 0; index < count; index++) assert.equal(await recordSpeech(call.speaker, text).outcome, 'done')
    }
    await speakTimes(400)
    const before = await retainedBytes()
    await speakTimes(850)
    const growth = (await retainedBytes()) - before
    assert.ok(growth < 2 * 2 ** 20, `${growth} bytes`)
  })

  const utterances: [string, ScriptedUtterance, string][] = [
    ['nothing', 'nothing', 'no_audio'],
    ['only silence', 'silence', 'silent_audio'],
    ['audio that stops', 'no end', 'stalled'],
    ['endless audio', 'endless', 'too_much_audio'],
    ['invalid base64', 'invalid audio', 'unreadable'],
    ['a quota error', { error: 'quota_exceeded' }, 'quota_exhausted'],
    ['an unknown voice', { error: 'voice_id_does_not_exist' }, 'not_found'],
  ]
  for (const [name, utterance, code] of utterances)
    test(`fails with ${code} for ${name}`, { timeout: 10_000 }, async () => {
      await assertNoOpenHandles(async () => {
        await using call = await start({ utterance: () => utterance }, quick)
        const spoken = recordSpeech(call.speaker, 'Good morning, how can I help you?')
        assert.equal(codeOf(await spoken.outcome), code)
        assert.equal(spoken.bytes() > 0, ['stalled', 'too_much_audio'].includes(code))
      })
    })

  const connections: [string, SocketFault, string][] = [
    ['a refused key', { handshake: 403 }, 'unauthorised'],
    ['an unknown path', { handshake: 404 }, 'not_found'],
    ['a failing server', { handshake: 500 }, 'unavailable'],
    ['a handshake without response', { handshake: 'no-response' }, 'timeout'],
    ['a closed handshake', { handshake: 'disconnect' }, 'unavailable'],
    ['a policy violation', { afterMessages: 2, fault: 'policy-violation' }, 'bad_request'],
    ['a connection that drops', { afterMessages: 2, fault: 'disconnect' }, 'unavailable'],
    ['invalid JSON', { afterMessages: 2, fault: 'garbage' }, 'unreadable'],
    ['a binary message', { afterMessages: 2, fault: 'binary' }, 'unreadable'],
    ['a huge message', { afterMessages: 2, fault: 'huge' }, 'unreadable'],
  ]
  for (const [name, fault, code] of connections)
    test(`fails with ${code} for ${name}`, { timeout: 10_000 }, async () => {
      await assertNoOpenHandles(async () => {
        await using call = await start({ faultOf: () => fault }, quick)
        assert.equal(codeOf(await recordSpeech(call.speaker, 'Good morning.').outcome), code)
      })
    })

  test('fails if no server listens, and for every later text', { timeout: 5_000 }, async () => {
    const server = await startScriptedElevenLabs()
    await server[Symbol.asyncDispose]()
    const speaker = createElevenLabsTextToSpeech({ apiKey, baseUrl: server.baseUrl, limits: quick }).open(settings)
    for (const text of ['Good morning.', 'Good evening.'])
      assert.equal(codeOf(await recordSpeech(speaker, text).outcome), 'unavailable')
    speaker.close()
  })
})

async function start(
  options: ScriptedElevenLabsOptions = {},
  limits: ElevenLabsOptions['limits'] = {},
  voice: Partial<Record<keyof typeof settings, unknown>> = {},
) {
  const server = await startScriptedElevenLabs({ apiKey, ...options })
  const adapter = createElevenLabsTextToSpeech({ apiKey, baseUrl: server.baseUrl, limits })
  const speaker = adapter.open({ ...settings, ...voice } as typeof settings)
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
