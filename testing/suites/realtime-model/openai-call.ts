// A conversation with a scripted realtime server of OpenAI, for tests.

import { createOpenAiRealtimeModel, type OpenAiRealtimeLimits } from '#server/models/openai-realtime/openai-realtime.ts'
import type { RealtimeSettings } from '#server/ports/realtime-model.ts'
import {
  type ScriptedOpenAiRealtimeOptions,
  startScriptedOpenAiRealtime,
} from '../../realtime-servers/openai-realtime-server.ts'
import { openConversation } from './conversation.ts'
import { suiteTool } from './setup.ts'

export const apiKey = 'openai-key'

export const settings: RealtimeSettings = {
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

export const text = 'Good morning, how can I help you today?'
export const timed = { timeout: 30_000 }

/** Without a script, the model answers with `text`. */
export async function start(options: Partial<ScriptedOpenAiRealtimeOptions> = {}) {
  const turns: { role: string; text: string }[][] = []
  const server = await startScriptedOpenAiRealtime({
    apiKey,
    ...options,
    script(request) {
      turns.push([...request.turns])
      return options.script?.(request) ?? { text }
    },
  })
  return {
    ...server,
    turns,
    call(changes: Partial<RealtimeSettings> = {}, limits: Partial<OpenAiRealtimeLimits> = {}) {
      const adapter = createOpenAiRealtimeModel({ apiKey, baseUrl: `${server.baseUrl}/v1`, limits })
      return openConversation({ adapter, settings }, changes)
    },
  }
}
