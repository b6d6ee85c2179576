// Tests that the speech settings of an assistant reach the vendors of recognition and synthesis in whole calls.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { hangUp, startPhoneCalls } from '../../calls/phone-calls.ts'
import { startScriptedAzure } from '../../speech-servers/azure-speech-server.ts'
import { startScriptedCartesia } from '../../speech-servers/cartesia-server.ts'
import { startScriptedDeepgram } from '../../speech-servers/deepgram-server.ts'
import { startScriptedElevenLabs } from '../../speech-servers/elevenlabs-server.ts'
import { encodeSpokenWords } from '../../speech-servers/spoken-words.ts'

const apiKey = 'test'
const elevenLabs = await startScriptedElevenLabs({ apiKey })
after(() => elevenLabs[Symbol.asyncDispose]())
const deepgram = await startScriptedDeepgram({ apiKey })
after(() => deepgram[Symbol.asyncDispose]())
const cartesia = await startScriptedCartesia({
  apiKey,
  utterance: (text) => (text === 'At nine.' ? { status: 500, code: null } : 'normal'),
})
after(() => cartesia[Symbol.asyncDispose]())
const azure = await startScriptedAzure({ apiKey })
after(() => azure[Symbol.asyncDispose]())
const calls = await startPhoneCalls({
  config: {
    speech: {
      default: 'scripted',
      elevenlabs: { apiKey, baseUrl: elevenLabs.baseUrl },
      deepgram: { apiKey, baseUrl: deepgram.baseUrl },
      cartesia: { apiKey, baseUrl: cartesia.baseUrl },
      azure: { apiKey, baseUrl: azure.baseUrl },
    },
  },
})
after(() => calls[Symbol.asyncDispose]())
const { call } = calls

/** The settings with which the text was spoken: they precede it in its context, whose id is unique in its connection. */
function settingsOf(text: string): unknown {
  const spoken = elevenLabs.received.find(({ fields }) => String(fields['text']).startsWith(text))
  const opening = elevenLabs.received.find(
    ({ connection, fields }) =>
      connection === spoken?.connection &&
      fields['context_id'] === spoken.fields['context_id'] &&
      fields['voice_settings'] !== undefined,
  )
  return opening?.fields['voice_settings']
}

describe('a call', { concurrency: 4, timeout: 90_000 }, () => {
  it('is spoken with the voice, the speed and the style of the assistant', async () => {
    const voiceSettings = { voice_stability: 0.3, voice_similarity: 0.9, speech_speed: 1.1, tts_emotion_enabled: false }
    const { audio } = await call({
      assistant: { initial_message: 'Welcome home.', voice_id: 2, ...voiceSettings },
      phone: { steps: [hangUp()] },
    })
    assert.ok(elevenLabs.handshakes.some(({ pathname }) => pathname.includes('JBFqnCBsd6RMkjVDRZzb')))
    assert.deepEqual(settingsOf('Welcome home.'), { stability: 0.3, similarity_boost: 0.9, style: 0, speed: 1.1 })
    const sound = audio!.heard.filter((code) => code !== 0xff).length
    assert.ok(Math.abs(sound - 'Welcome home.'.length * 480) <= 320, `${sound} bytes`)
    assert.deepEqual(elevenLabs.violations, [])
  })

  it('is spoken with emotion unless that is off', async () => {
    // A greeting that a call of another test in this process has spoken would not be synthesized again.
    const greeting = 'Good morning with emotion.'
    await call({ assistant: { initial_message: greeting }, phone: { steps: [hangUp()] } })
    assert.deepEqual(settingsOf(greeting), { stability: 0.7, similarity_boost: 0.5, style: 0.5, speed: 1 })
  })

  it('is heard and spoken in the language of the assistant', async () => {
    const { transcript } = await call({
      assistant: { language_id: 4, initial_message: 'Guten Tag.' },
      script: 'Um neun.',
      phone: { steps: [{ audio: encodeSpokenWords('Wann machen Sie auf?') }, hangUp()] },
    })
    assert.deepEqual(transcript, ['bot: Guten Tag.', 'human: Wann machen Sie auf?', 'bot: Um neun.'])
    assert.ok(elevenLabs.handshakes.some(({ searchParams }) => searchParams.get('language_code') === 'de'))
    assert.ok(deepgram.handshakes.some(({ searchParams }) => searchParams.get('language') === 'de'))
    assert.deepEqual(deepgram.violations, [])
  })

  it('is spoken by Cartesia with a voice of Cartesia, and continued by another vendor if Cartesia fails', async () => {
    const { transcript } = await call({
      assistant: { voice_id: 65, speech_speed: 0.9, tts_emotion_enabled: false, initial_message: 'Cartesia speaks.' },
      script: 'At nine.',
      phone: { steps: [{ audio: encodeSpokenWords('When do you open?') }, hangUp()] },
    })
    assert.deepEqual(transcript, ['bot: Cartesia speaks.', 'human: When do you open?', 'bot: At nine.'])
    const request = cartesia.received.find(({ transcript: text }) => text === 'Cartesia speaks.')
    assert.deepEqual(request?.['voice'], { mode: 'id', id: 'f786b574-daa5-4673-aa0c-cbe3e8534c02' })
    assert.deepEqual(request?.['generation_config'], { speed: 0.9, emotion: 'neutral' })
    assert.ok(elevenLabs.received.some(({ fields }) => fields['text'] === 'At nine. '))
    assert.deepEqual(cartesia.violations, [])
  })

  it('is spoken by Azure with a voice of Azure', async () => {
    const { audio } = await call({
      assistant: { voice_id: 89, speech_speed: 1.1, initial_message: 'Azure speaks.' },
      phone: { steps: [hangUp()] },
    })
    const style = { voice: 'en-US-JennyNeural', locale: 'en-US', style: 'friendly', rate: '+10%' }
    assert.deepEqual(azure.requests, [{ ...style, text: 'Azure speaks.' }])
    const sound = audio!.heard.filter((code) => code !== 0xff).length
    assert.ok(Math.abs(sound - 'Azure speaks.'.length * 480) <= 320, `${sound} bytes`)
    assert.deepEqual(azure.violations, [])
  })

  it('is heard in several languages if the assistant has secondary ones', async () => {
    await call({ assistant: { secondary_language_ids: [2] }, phone: { steps: [hangUp()] } })
    const hints = deepgram.handshakes.map(({ searchParams }) => searchParams.getAll('language_hint').join())
    assert.ok(hints.includes('en,es'), hints.join(' | '))
  })
})
