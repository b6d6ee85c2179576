// The scripted language model of a test app, and the prompts that it received.
import { startScriptedOpenAi } from '../language-models/openai-server.ts'
import type { Script, ScriptedRequest } from '../language-models/script.ts'

export async function startTestModel(script: Script) {
  const server = await startScriptedOpenAi({ script })
  // Short, so that tests of a stalling model are fast; far longer than any test holds back an answer on purpose.
  return { server, models: { openai: { baseUrl: server.baseUrl, apiKey: 'test' }, firstTokenTimeoutMs: 2_000 } }
}

/** Returns the messages that the model received, as `role: content`. */
export function promptOf(request: ScriptedRequest | undefined): string[] {
  const messages = (request?.body['messages'] ?? []) as { role: string; content: unknown }[]
  return messages.map(
    ({ role, content }) => `${role}: ${typeof content === 'string' ? content : JSON.stringify(content)}`,
  )
}
