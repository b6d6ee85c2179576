// Tests the Gemini Live adapter against a scripted server: the suite of the port.
import assert from 'node:assert/strict'
import { startScriptedGemini } from '#testing/realtime-servers/gemini-server.ts'
import { encodeSpokenWords } from '#testing/speech-servers/spoken-words.ts'
import { suiteTool } from '#testing/suites/realtime-model/setup.ts'
import { testRealtimeModel } from '#testing/suites/realtime-model.ts'
import { createGeminiLiveModel } from './gemini-live.ts'

const apiKey = 'gemini-key'

testRealtimeModel('Gemini Live', {
  outputs: ['audio'],
  forgets: false,
  async open(answer) {
    const server = await startScriptedGemini({ apiKey, answer })
    return {
      adapter: createGeminiLiveModel({ apiKey, baseUrl: server.baseUrl }),
      settings: {
        vendor: 'google',
        model: 'gemini-3.8-live',
        output: 'audio',
        voice: 'Kore',
        gender: 'female',
        speed: 1,
        instructions: 'You book tables.',
        language: 'en',
        temperature: 0.7,
        tools: [suiteTool],
        facts: {},
        detectsTurns: false,
      },
      speech: encodeSpokenWords,
      async [Symbol.asyncDispose]() {
        await server[Symbol.asyncDispose]()
        assert.deepEqual(server.violations, [])
      },
    }
  },
})
