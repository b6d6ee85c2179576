// A conversation with a scripted Gemini Live server, for tests.
import assert from 'node:assert/strict'
import type { GeminiLiveLimits } from '#server/models/gemini-live/connection.ts'
import { createGeminiLiveModel } from '#server/models/gemini-live/gemini-live.ts'
import type { RealtimeSettings } from '#server/ports/realtime-model.ts'
import type { GeminiReply, ScriptedGeminiOptions } from '../../realtime-servers/gemini-script.ts'
import { startScriptedGemini } from '../../realtime-servers/gemini-server.ts'
import { openConversation, type RealtimeEvent } from './conversation.ts'
import { suiteTool } from './setup.ts'

const apiKey = 'gemini-key'
const settings: RealtimeSettings = {
  vendor: 'google',
  model: 'gemini-2.5-flash-native-audio-preview-12-2025',
  output: 'audio',
  voice: '',
  gender: 'male',
  speed: 1.2,
  instructions: 'You book tables.',
  language: 'de',
  temperature: 0.3,
  tools: [suiteTool],
  facts: {},
  detectsTurns: true,
}
export const noTools = { mayCallTools: false }
export const user = (text: string) => [{ role: 'user' as const, text }]
export const timeout = { timeout: 30_000 }

export async function start(
  answer: ScriptedGeminiOptions['answer'],
  {
    changes,
    limits,
    reported,
    ...options
  }: Partial<ScriptedGeminiOptions> & {
    changes?: Partial<RealtimeSettings>
    limits?: Partial<GeminiLiveLimits>
    reported?: (event: RealtimeEvent) => void
  } = {},
) {
  const server = await startScriptedGemini({ apiKey, ...options, answer })
  const adapter = createGeminiLiveModel({
    apiKey,
    baseUrl: server.baseUrl,
    limits: { reconnectDelaysMs: [0, 5], ...limits },
  })
  const call = openConversation({ adapter, settings }, changes, reported)
  return {
    server,
    call,
    async [Symbol.asyncDispose]() {
      call[Symbol.dispose]()
      await server[Symbol.asyncDispose]()
      assert.deepEqual(server.violations, [])
    },
  }
}

export const repeat = (): GeminiReply => ({ text: 'Yes.' })
/** Answers the first requests in this order, and the others normally. */
export function sequence(...replies: GeminiReply[]) {
  let index = 0
  return () => replies[index++] ?? { text: 'The next answer.' }
}
