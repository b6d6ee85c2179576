// A Parley whose assistants answer by script, for the tests of conversations.
import type { CallInput } from '#contract/endpoint.ts'
import { type contract, ParleyError } from '#sdk/index.ts'
import type { Config } from '#server/config.ts'
import { startScriptedOpenAi } from '#server/models/scripted/openai-server.ts'
import type { Script, ScriptedRequest } from '#server/models/scripted/script.ts'
import type { ScriptedServer } from '#server/models/scripted/server.ts'
import { startTestApp, type TestAccount, type TestApp, type TestOptions } from '#server/testing/test-app.ts'

export interface TestChat extends AsyncDisposable {
  parley: TestApp
  model: ScriptedServer
  /** What a second process on the same database and model is opened with. */
  config: Config
  /** A fresh account with an assistant of its own. */
  openAssistant(fields?: AssistantFields, account?: TestAccount): Promise<TestAssistant>
}

type AssistantFields = Partial<CallInput<typeof contract.assistants.create>>

export interface TestAssistant extends TestAccount {
  id: number
  uuid: string
  /** In thousandths of a dollar, so that a widget message is 10. */
  balance(): Promise<number>
}

export async function startChat(options: TestOptions & { script?: Script } = {}): Promise<TestChat> {
  await using opened = new AsyncDisposableStack()
  const model = opened.use(await startScriptedOpenAi({ script: options.script ?? 'Hello.' }))
  // A stalling model is given up soon; still far longer than any gate of a test is shut.
  const models = { openai: { baseUrl: model.baseUrl, apiKey: 'test' }, firstTokenTimeoutMs: 2_000 }
  const parley = opened.use(await startTestApp({ ...options, config: { ...options.config, models } }))
  const stack = opened.move()
  return {
    parley,
    model,
    config: parley.config,
    async openAssistant(fields = {}, account) {
      const holder = account ?? (await parley.openAccount())
      const { data } = await holder.client.assistants.create({ name: 'Ada', ...fields })
      const { data: assistant } = await holder.client.assistants.get({ id: data.id })
      const balance = async () => Math.round((await holder.client.accounts.me()).total_balance * 100)
      return { ...holder, id: data.id, uuid: assistant.uuid, balance }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The messages that the model was given, as `role: content`. */
export function promptOf(request: ScriptedRequest | undefined): string[] {
  const messages = (request?.body['messages'] ?? []) as { role: string; content: unknown }[]
  return messages.map(
    ({ role, content }) => `${role}: ${typeof content === 'string' ? content : JSON.stringify(content)}`,
  )
}

/** For `assert.rejects`: the answer's status and body. */
export function refusedWith(status: number, body: Record<string, unknown>): (error: unknown) => true {
  return (error) => {
    if (!(error instanceof ParleyError)) throw error
    const seen = JSON.stringify({ status: error.status, body: error.body })
    const expected = JSON.stringify({ status, body })
    if (seen !== expected) throw new Error(`refused with ${seen} instead of ${expected}`)
    return true
  }
}
