// Tests the realtime models of OpenAI against a scripted server: the port's suite.
import assert from 'node:assert/strict'
import { apiKey, settings } from '#server/testing/suites/realtime-model/openai-call.ts'
import { testRealtimeModel } from '#server/testing/suites/realtime-model.ts'
import { startScriptedOpenAiRealtime } from '../scripted-speech-servers/openai-realtime-server.ts'
import { encodeSpokenWords } from '../scripted-speech-servers/spoken-words.ts'
import { createOpenAiRealtimeModel } from './openai-realtime.ts'

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
