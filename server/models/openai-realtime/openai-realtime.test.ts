// Tests the realtime models of OpenAI against a scripted server: the port's suite.
import assert from 'node:assert/strict'
import { startScriptedOpenAiRealtime } from '#testing/realtime-servers/openai-realtime-server.ts'
import { encodeSpokenWords } from '#testing/speech-servers/spoken-words.ts'
import { apiKey, settings } from '#testing/suites/realtime-model/openai-call.ts'
import { testRealtimeModel } from '#testing/suites/realtime-model.ts'
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
