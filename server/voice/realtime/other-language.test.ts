// Tests that a realtime model continues in the language of the customer, over the protocol of OpenAI.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createOpenAiRealtimeModel } from '#server/models/openai-realtime/openai-realtime.ts'
import type { RealtimeListener, RealtimeSession, RealtimeSettings } from '#server/ports/realtime-model.ts'
import type { TextToSpeech } from '#server/ports/text-to-speech.ts'
import { startScriptedOpenAiRealtime } from '#testing/realtime-servers/openai-realtime-server.ts'
import { realClock } from '../clock.ts'
import type { ModeListener } from '../engine/mode.ts'
import { createSpokenLanguage } from '../language/spoken-language.ts'
import { createRealtimeMode } from './realtime-mode.ts'

const apiKey = 'test'
const words = ['Quería hacer una reserva para mañana', 'Somos cuatro personas, por favor']
const voice = { vendor: 'test', gender: 'female', speed: 1, stability: 1, similarity: 1, emotion: false } as const
const katie = { ...voice, voice: 'Katie', language: 'en' }
const marta = { ...voice, voice: 'Marta', language: 'es' }

const settings = {
  vendor: 'openai',
  model: 'gpt-realtime',
  output: 'audio',
  voice: 'marin',
  gender: 'female',
  speed: 1,
  language: 'en',
  secondaryLanguages: ['es'],
  instructions: 'You answer the phone.',
  temperature: 0.5,
  tools: [],
  facts: {},
  detectsTurns: false,
} as const

/** Answers after each of the customer's words, and returns what the model and the voices got. */
async function converse(output: 'audio' | 'text') {
  await using server = await startScriptedOpenAiRealtime({
    apiKey,
    pace: 'at once',
    script: ({ turns }) => ({ text: `Answer ${turns.filter(({ role }) => role === 'assistant').length}.` }),
  })
  const spoken: string[] = []
  const events: string[] = []
  let answered = Promise.withResolvers<void>()
  const ignored = () => {}
  const listener = new Proxy({} as ModeListener, {
    get(_, name) {
      if (name === 'answered') return () => answered.resolve()
      return String(name).startsWith('language') ? (...codes: string[]) => events.push(codes.join(' → ')) : ignored
    },
  })
  const textToSpeech: TextToSpeech = {
    open: ({ voice }) => ({
      speak(text) {
        spoken.push(`${voice}: ${text}`)
        return { cancel() {} }
      },
      close() {},
    }),
  }
  const mode = createRealtimeMode(
    {
      realtimeModel: createOpenAiRealtimeModel({ apiKey, baseUrl: `${server.baseUrl}/v1` }),
      settings: { ...settings, output },
      voice: { textToSpeech, voice: katie, language: 'en', otherVoices: new Map([['es', marta]]) },
      clock: realClock,
    },
    createSpokenLanguage({ language: 'en', others: ['es'] }),
    listener,
  )
  for (let count = 1; count <= words.length; count++) {
    answered = Promise.withResolvers()
    const history = words.slice(0, count).map((content, id) => ({ id: id + 1, role: 'user' as const, content }))
    mode.answer({ generation: count, history, unrecorded: undefined, tools: [], mayCallTools: true })
    await answered.promise
  }
  mode.say(3, 0, 'Adiós.')
  mode.close()
  const told = server.received.flatMap(({ item }) => {
    const { content } = (item ?? {}) as { content?: { text?: string }[] }
    return content?.map(({ text = '' }) => text) ?? []
  })
  const session = JSON.stringify(server.received.find(({ type }) => type === 'session.update'))
  return { told, spoken, events, session }
}

describe('a realtime model', () => {
  it('gets the instruction to continue in the language of the customer once, before it answers', async () => {
    const { told, events, session } = await converse('audio')
    const note = '[The customer speaks Spanish now. Answer in Spanish, whatever was spoken before.]'
    assert.deepEqual(told.slice(0, 3), [words[0], words[1], note])
    assert.deepEqual(events, ['en → es'])
    assert.ok(!session.includes('"language"'), session)
  })

  it('that writes is spoken by a voice of the language', async () => {
    const { spoken } = await converse('text')
    assert.deepEqual(spoken, ['Katie: Answer 0.', 'Marta: Answer 1.', 'Marta: Adiós.'])
  })

  it('still hears the language of the assistant after a new connection', () => {
    const opened: { settings: RealtimeSettings; listener: RealtimeListener }[] = []
    const ignored = () => {}
    const session = new Proxy({} as RealtimeSession, { get: () => ignored })
    const realtimeModel = {
      vendorFor: (vendor: string) => vendor,
      open(given: RealtimeSettings, listener: RealtimeListener) {
        opened.push({ settings: given, listener })
        return session
      },
    }
    const textToSpeech = { open: () => ({ speak: () => ({ cancel() {} }), close() {} }) }
    const mode = createRealtimeMode(
      { realtimeModel, settings, voice: { textToSpeech, voice: katie, language: 'en' }, clock: realClock },
      createSpokenLanguage({ language: 'en', others: ['es'] }),
      new Proxy({} as ModeListener, { get: () => ignored }),
    )
    const history = words.map((content, id) => ({ id: id + 1, role: 'user' as const, content }))
    mode.answer({ generation: 1, history, unrecorded: undefined, tools: [], mayCallTools: true })
    opened[0]!.listener.failed(Object.assign(new Error('lost'), { code: 'connection_lost', retryable: true }))
    const { language, secondaryLanguages } = opened[1]!.settings
    assert.deepEqual([language, secondaryLanguages], ['es', ['en']])
    mode.close()
  })
})
