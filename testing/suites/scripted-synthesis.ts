// The tests that all synthesizers of vendors share, against scripted servers: the suite of the port, and faults.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TextToSpeech, VoiceSettings } from '#server/ports/text-to-speech.ts'
import { codeOf, recordSpeech } from '#testing/calls/record-speech.ts'
import { assertNoOpenHandles } from '#testing/measure/open-handles.ts'
import { until } from '../app/until.ts'
import type { ScriptedSpeech } from '../speech-servers/http-speech.ts'
import { testTextToSpeech } from './text-to-speech.ts'

/** A synthesizer and the scripted server of its vendor. */
export interface ScriptedVendor<Options, Limits, Server> {
  settings: VoiceSettings
  start(options?: Options): Promise<Server>
  create(baseUrl: string, limits?: Limits): TextToSpeech
}

export interface ScriptedServer extends AsyncDisposable {
  baseUrl: string
  violations: string[]
  openConnections(): number
}

export interface SynthesisFault<Options> {
  name: string
  /** The options of the server that has the fault. */
  options: Options
  code: string
  /** Whether a part of the audio has been delivered before. */
  hasAudio?: boolean
}

const patientMs = 5_000

/** Only the limit that a fault runs into is short, because a busy machine must not run into the others. */
const limitsFor = (code: string) => ({
  connectTimeoutMs: code === 'timeout' ? 150 : patientMs,
  firstAudioMs: code === 'no_audio' ? 300 : patientMs,
  progressMs: code === 'stalled' ? 200 : patientMs,
})

/** Opens a speaker on a server of its own, which is stopped after the speaker is closed. */
export async function openSpokenCall<Options, Limits, Server extends ScriptedServer>(
  { settings, start, create }: ScriptedVendor<Options, Limits, Server>,
  options?: Options,
  limits?: Limits,
  voice: Partial<VoiceSettings> = {},
) {
  const server = await start(options)
  const speaker = create(server.baseUrl, limits).open({ ...settings, ...voice })
  return {
    server,
    speaker,
    async [Symbol.asyncDispose]() {
      speaker.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

export function testScriptedSynthesis<Options, Server extends ScriptedServer>(
  name: string,
  vendor: ScriptedVendor<Options, ReturnType<typeof limitsFor>, Server>,
  faults: readonly SynthesisFault<Options>[],
): void {
  testTextToSpeech(name, async () => {
    const server = await vendor.start()
    return {
      adapter: vendor.create(server.baseUrl),
      settings: vendor.settings,
      async [Symbol.asyncDispose]() {
        await server[Symbol.asyncDispose]()
        assert.deepEqual(server.violations, [])
      },
    }
  })

  describe(`faults of synthesis: ${name}`, () => {
    for (const { name: fault, options, code, hasAudio = false } of faults)
      test(`fails with ${code} for ${fault}`, { timeout: 10_000 }, async () => {
        await assertNoOpenHandles(async () => {
          await using call = await openSpokenCall(vendor, options, limitsFor(code))
          const spoken = recordSpeech(call.speaker, 'Good morning, how can I help you?')
          assert.equal(codeOf(await spoken.outcome), code)
          assert.equal(spoken.bytes() > 0, hasAudio)
          assert.deepEqual(call.server.violations, [])
        })
      })

    test('fails if no server listens, and for every later text', { timeout: 5_000 }, async () => {
      const { baseUrl, ...server } = await vendor.start()
      await server[Symbol.asyncDispose]()
      const speaker = vendor.create(baseUrl, limitsFor('timeout')).open(vendor.settings)
      for (const text of ['Good morning.', 'Good evening.'])
        assert.equal(codeOf(await recordSpeech(speaker, text).outcome), 'unavailable')
      speaker.close()
    })
  })
}

interface HttpOptions {
  speech?(): ScriptedSpeech
}

const httpFault = (name: string, speech: ScriptedSpeech, code: string, hasAudio = false) => {
  return { name, options: { speech: () => speech }, code, hasAudio }
}

/** For vendors that speak each utterance over HTTP. `refusals` are the statuses that not all of them have. */
export function testHttpSynthesis<Server extends ScriptedServer>(
  name: string,
  vendor: ScriptedVendor<HttpOptions, ReturnType<typeof limitsFor>, Server>,
  refusals: readonly [name: string, status: number, code: string][],
): void {
  testScriptedSynthesis(name, vendor, [
    ...refusals.map(([fault, status, code]) => httpFault(fault, { status }, code)),
    httpFault('a refused key', { status: 401 }, 'unauthorised'),
    httpFault('a rate limit', { status: 429 }, 'rate_limited'),
    httpFault('a failing server', { status: 500 }, 'unavailable'),
    httpFault('a redirect', { status: 302 }, 'unavailable'),
    httpFault('an empty response', 'nothing', 'no_audio'),
    httpFault('no response', 'no response', 'no_audio'),
    httpFault('only silence', 'silence', 'silent_audio'),
    httpFault('audio that stops', 'no end', 'stalled', true),
    httpFault('endless audio', 'endless', 'too_much_audio', true),
    httpFault('a connection that drops', 'disconnect', 'unavailable', true),
    httpFault('compressed audio', 'compressed', 'unreadable'),
    httpFault('a WAV file', 'wav', 'unreadable'),
  ])

  test(`${name} ends the request of a cancelled utterance`, async () => {
    await using call = await openSpokenCall(vendor, { speech: () => 'endless' })
    const spoken = recordSpeech(call.speaker, 'This goes on and on. '.repeat(20))
    await until(() => spoken.bytes() > 0)
    spoken.utterance.cancel()
    await until(() => call.server.openConnections() === 0)
  })
}
