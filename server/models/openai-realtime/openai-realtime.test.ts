// Tests the realtime models of OpenAI against a scripted server: the port's suite.
import assert from 'node:assert/strict'
import type { RealtimeSettings } from '#server/ports/realtime-model.ts'
import { suiteTool, testRealtimeModel } from '#server/testing/suites/realtime-model.ts'
import { startScriptedOpenAiRealtime } from '../scripted-speech-servers/openai-realtime-server.ts'
import { encodeSpokenWords } from '../scripted-speech-servers/spoken-words.ts'
import { createOpenAiRealtimeModel } from './openai-realtime.ts'

const apiKey = 'openai-key'

const settings: RealtimeSettings = {
  vendor: 'openai',
  model: 'gpt-realtime',
  output: 'audio',
  voice: 'marin',
  gender: 'female',
  speed: 1,
  instructions: 'You are a waiter.',
  language: 'en',
  temperature: 0.5,
  tools: [suiteTool],
  facts: {},
  detectsTurns: false,
}

testRealtimeModel('OpenAI', {
  outputs: ['audio', 'text'],
  forgets: true,
  async open(script) {
    const server = await startScriptedOpenAiRealtime({ apiKey, script })
    return {
      adapter: createOpenAiRealtimeModel({ apiKey, baseUrl: `${server.baseUrl}/v1` }),
      settings,
      speech: encodeSpokenWords,
      async [Symbol.asyncDispose]() {
        await server[Symbol.asyncDispose]()
        assert.deepEqual(server.violations, [])
      },
    }
  },
})
