// Tests synthesis by Cartesia against a scripted server: the port's suite, word times, cancellation, reconnection, faults.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { assertNoOpenHandles } from '#server/testing/open-handles.ts'
import { recordSpeech } from '#server/testing/record-speech.ts'
import { plainVoice, testTextToSpeech } from '#server/testing/suites/text-to-speech.ts'
import {
  type ScriptedCartesiaOptions,
  type ScriptedCartesiaUtterance,
  startScriptedCartesia,
} from '../scripted-speech-servers/cartesia-server.ts'
import type { SocketFault } from '../scripted-speech-servers/socket-server.ts'
import { bytesPerCharacter } from '../scripted-speech-servers/tone.ts'
import { type CartesiaOptions, createCartesiaTextToSpeech } from './cartesia.ts'

const apiKey = 'cartesia-key'
const settings = {
  vendor: 'cartesia',
  voice: 'f786b574-daa5-4673-aa0c-cbe3e8534c02',
  ...plainVoice,
}
const quick = { connectTimeoutMs: 150, firstAudioMs: 300, progressMs: 200 }

testTextToSpeech('Cartesia', async () => {
  const server = await startScriptedCartesia({ apiKey })
  return {
    adapter: createCartesiaTextToSpeech({ apiKey, baseUrl: server.baseUrl }),
    settings,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      assert.deepEqual(server.violations, [])
    },
  }
})

describe('synthesis by Cartesia', () => {
  test('speaks a text completely, and says when each word is spoken', async () => {
    await using call = await start()
    const text = 'Your table is booked for seven.'
    const spoken = recordSpeech(call.speaker, text)
    assert.equal(await spoken.outcome, 'done')
    assert.equal(spoken.bytes(), text.length * bytesPerCharacter)
    assert.equal(spoken.characters.join(''), text)
    for (const word of ['Your', 'table', 'seven']) {
      const at = text.indexOf(word)
      assert.ok(Math.abs(spoken.startsMs[at]! - at * 60) < 0.001, `${word}: ${spoken.startsMs[at]}`)
    }
    assert.deepEqual(call.server.violations, [])
  })

  test('sends the settings of the voice, and none that Cartesia does not support', async () => {
    for (const [voice, config, language] of [
      [{ speed: 0.7 }, { speed: 0.7, emotion: 'neutral' }, 'en'],
      [{ speed: 2, emotion: true, language: 'de' }, { speed: 1.5 }, 'de'],
      [{ emotion: true, language: 'cy' }, { speed: 1 }, undefined],
    ] as const) {
      await using call = await start({}, {}, voice)
      assert.equal(await recordSpeech(call.speaker, 'Hello.').outcome, 'done')
      const [request] = call.server.received
      assert.deepEqual([request?.['generation_config'], request?.['language']], [config, language])
    }
  })

  test('does not let a text contain commands', async () => {
    await using call = await start()
    const spoken = recordSpeech(call.speaker, 'Wait <break time="9s"/> if 5 < 6.')
    assert.equal(await spoken.outcome, 'done')
    assert.equal(call.server.received[0]?.['transcript'], 'Wait  break time="9s"/> if 5 < 6.')
    assert.deepEqual(call.server.violations, [])
  })

  test('stops the generation of a cancelled utterance, and speaks the next one over the same connection', async () => {
    await using call = await start({ utterance: (text) => (text === 'Endless.' ? 'endless' : 'normal') })
    const endless = recordSpeech(call.speaker, 'Endless.')
    while (endless.bytes() === 0) await nextTurn()
    endless.utterance.cancel()
    assert.equal(await recordSpeech(call.speaker, 'Hello.').outcome, 'done')
    const [first, second] = call.server.received
    assert.deepEqual(second, { context_id: first?.['context_id'], cancel: true })
    assert.equal(call.server.handshakes.length, 1)
    assert.deepEqual(call.server.violations, [])
  })

  test('never uses more than two contexts at a time, however many utterances are requested and cancelled', async () => {
    await using call = await start({ concurrency: 2 })
    const cancelled = Array.from({ length: 30 }, () => recordSpeech(call.speaker, 'This is interrupted at once.'))
    for (const { utterance } of cancelled) utterance.cancel()
    const spoken = Array.from({ length: 12 }, (_, index) => recordSpeech(call.speaker, `Text number ${index}.`))
    for (const { outcome } of spoken) assert.equal(await outcome, 'done')
    assert.deepEqual(call.server.violations, [])
  })

  test('fails only the utterance to which an error belongs', async () => {
    await using call = await start({
      utterance: (text) => (text === 'Second.' ? { status: 500, code: null } : 'normal'),
    })
    const outcomes = ['First.', 'Second.', 'Third.'].map((text) => recordSpeech(call.speaker, text).outcome)
    assert.deepEqual((await Promise.all(outcomes)).map(codeOf), ['done', 'unavailable', 'done'])
    assert.equal(call.server.handshakes.length, 1)
  })

  test('opens a connection again that Cartesia closed while nobody spoke', async () => {
    const idleMsOf = (connection: number) => (connection === 0 ? 10 : undefined)
    await using call = await start({ idleMsOf }, { reopenAfterMs: 0 })
    while (call.server.handshakes.length < 2) await nextTurn()
    assert.equal(await recordSpeech(call.speaker, 'Hello again.').outcome, 'done')
    assert.equal(call.server.handshakes.length, 2)
  })

  test('connects again for the next utterance if the connection dropped', async () => {
    await using call = await start()
    assert.equal(await recordSpeech(call.speaker, 'First.').outcome, 'done')
    call.server.disconnectAll()
    while (call.server.openConnections() > 0) await nextTurn()
    assert.equal(await recordSpeech(call.speaker, 'Second.').outcome, 'done')
    assert.equal(call.server.handshakes.length, 2)
  })

  test('repeats a lost request once if none of its audio was delivered', async () => {
    const fault: SocketFault = { afterMessages: 0, fault: 'disconnect' }
    for (const [faults, outcome] of [
      [1, 'done'],
      [2, 'unavailable'],
    ] as const) {
      await using call = await start({ faultOf: (connection) => (connection < faults ? fault : undefined) })
      assert.equal(codeOf(await recordSpeech(call.speaker, 'Hello.').outcome), outcome)
      assert.equal(call.server.handshakes.length, 2)
    }
  })

  test('does not repeat a text whose audio was delivered in part', async () => {
    await using call = await start({ utterance: () => 'disconnect' })
    const spoken = recordSpeech(call.speaker, 'This text is cut after ten characters.')
    assert.equal(codeOf(await spoken.outcome), 'unavailable')
    assert.equal(spoken.bytes(), 10 * bytesPerCharacter)
    assert.equal(call.server.received.length, 1)
  })

  const utterances: [string, ScriptedCartesiaUtterance, string][] = [
    ['nothing', 'nothing', 'no_audio'],
    ['only silence', 'silence', 'silent_audio'],
    ['audio that stops', 'no end', 'stalled'],
    ['endless audio', 'endless', 'too_much_audio'],
    ['invalid base64', 'invalid audio', 'unreadable'],
    ['too many contexts', { status: 429, code: 'concurrency_limited' }, 'rate_limited'],
    ['used-up credits', { status: 402, code: null }, 'quota_exhausted'],
    ['an unknown voice', { status: 400, code: 'voice_not_found' }, 'not_found'],
    ['a refused request', { status: 400, code: null }, 'bad_request'],
  ]
  for (const [name, utterance, code] of utterances)
    test(`fails with ${code} for ${name}`, { timeout: 10_000 }, async () => {
      await assertNoOpenHandles(async () => {
        await using call = await start({ utterance: () => utterance }, quick)
        const spoken = recordSpeech(call.speaker, 'Good morning, how can I help you?')
        assert.equal(codeOf(await spoken.outcome), code)
        assert.equal(spoken.bytes() > 0, ['stalled', 'too_much_audio'].includes(code))
        assert.deepEqual(call.server.violations, [])
      })
    })

  const connections: [string, SocketFault, string][] = [
    ['a refused key', { handshake: 401 }, 'unauthorised'],
    ['too many connections', { handshake: 429 }, 'rate_limited'],
    ['a failing server', { handshake: 500 }, 'unavailable'],
    ['a handshake without response', { handshake: 'no-response' }, 'timeout'],
    ['a closed handshake', { handshake: 'disconnect' }, 'unavailable'],
    ['a policy violation', { afterMessages: 0, fault: 'policy-violation' }, 'bad_request'],
    ['a connection that drops', { afterMessages: 0, fault: 'disconnect' }, 'unavailable'],
    ['invalid JSON', { afterMessages: 0, fault: 'garbage' }, 'unreadable'],
    ['a binary message', { afterMessages: 0, fault: 'binary' }, 'unreadable'],
    ['a huge message', { afterMessages: 0, fault: 'huge' }, 'unreadable'],
  ]
  for (const [name, fault, code] of connections)
    test(`fails with ${code} for ${name}`, { timeout: 10_000 }, async () => {
      await assertNoOpenHandles(async () => {
        await using call = await start({ faultOf: () => fault }, quick)
        assert.equal(codeOf(await recordSpeech(call.speaker, 'Good morning.').outcome), code)
      })
    })

  test('fails if no server listens, and for every later text', { timeout: 5_000 }, async () => {
    const server = await startScriptedCartesia()
    await server[Symbol.asyncDispose]()
    const speaker = createCartesiaTextToSpeech({ apiKey, baseUrl: server.baseUrl, limits: quick }).open(settings)
    for (const text of ['Good morning.', 'Good evening.'])
      assert.equal(codeOf(await recordSpeech(speaker, text).outcome), 'unavailable')
    speaker.close()
  })
})

async function start(
  options: ScriptedCartesiaOptions = {},
  limits: CartesiaOptions['limits'] = {},
  voice: Partial<Record<keyof typeof settings, unknown>> = {},
) {
  const server = await startScriptedCartesia({ apiKey, ...options })
  const adapter = createCartesiaTextToSpeech({ apiKey, baseUrl: server.baseUrl, limits })
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
