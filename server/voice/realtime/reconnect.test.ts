// Tests how often and when a realtime mode connects to a vendor that accepts connections and closes them at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGeminiLiveModel } from '#server/models/gemini-live/gemini-live.ts'
import { createOpenAiRealtimeModel } from '#server/models/openai-realtime/openai-realtime.ts'
import type { RealtimeModel } from '#server/ports/realtime-model.ts'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import { startScriptedGemini } from '#testing/realtime-servers/gemini-server.ts'
import { startScriptedOpenAiRealtime } from '#testing/realtime-servers/openai-realtime-server.ts'
import { realClock } from '../clock.ts'
import type { ModeListener } from '../engine/mode.ts'
import { createSpokenLanguage } from '../language/spoken-language.ts'
import { createRealtimeMode } from './realtime-mode.ts'

const apiKey = 'key'
const faultOf = () => ({ afterMessages: 0, fault: 'disconnect' }) as const
const limits = { timeout: 30_000 }

/** Delays pass at once. Returns them when the mode has given up. */
async function giveUp(realtimeModel: RealtimeModel, vendor: string): Promise<number[]> {
  const delaysMs: number[] = []
  const { promise, resolve } = Promise.withResolvers<SpeechFailure>()
  const listener = { fellBack() {}, recognitionFailed: resolve } as Partial<ModeListener> as ModeListener
  const after = (delayMs: number, run: () => void) => {
    delaysMs.push(delayMs)
    return realClock.after(0, run)
  }
  const voice = { vendor: 'scripted', voice: '', gender: 'female', language: 'en', speed: 1 } as const
  const mode = createRealtimeMode(
    {
      realtimeModel,
      settings: {
        ...voice,
        vendor,
        model: 'gemini-3.8-live',
        output: 'audio',
        instructions: 'You answer the phone.',
        temperature: 0.5,
        tools: [],
        facts: {},
        detectsTurns: false,
      },
      voice: {
        textToSpeech: { open: () => assert.fail('Nothing is said.') },
        voice: { ...voice, stability: 1, similarity: 1, emotion: false },
        language: 'en',
      },
      clock: { now: realClock.now, after },
      random: () => 0,
    },
    createSpokenLanguage({ language: 'en', others: [] }),
    listener,
  )
  assert.equal((await promise).code, 'unavailable')
  mode.close()
  return delaysMs
}

test('OpenAI is connected to four times, with growing delays', limits, async () => {
  await using server = await startScriptedOpenAiRealtime({ apiKey, faultOf, script: () => ({}) })
  const model = createOpenAiRealtimeModel({ apiKey, baseUrl: `${server.baseUrl}/v1` })
  assert.deepEqual(await giveUp(model, 'openai'), [375, 1_500])
  assert.equal(server.handshakes.length, 4)
})

test('Gemini is connected to four times by each of four sessions', limits, async () => {
  await using server = await startScriptedGemini({ apiKey, faultOf, answer: () => ({}) })
  const reconnectDelaysMs = [0, 1, 2]
  const model = createGeminiLiveModel({ apiKey, baseUrl: server.baseUrl, limits: { reconnectDelaysMs } })
  assert.deepEqual(await giveUp(model, 'google'), [375, 1_500])
  assert.equal(server.handshakes.length, 16)
})
