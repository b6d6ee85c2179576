// The model server of the benchmarks.
import { startScriptedOpenAi } from '#testing/language-models/openai-server.ts'
import type { ScriptedRequest } from '#testing/language-models/script.ts'

export interface BenchModel extends AsyncDisposable {
  baseUrl: string
  /** Sends the whole answer immediately. */
  answerAtOnce(asked?: () => void): void
  /** Sends the first words, and the rest a moment later. */
  streamAnswer(): void
  /** When the answer to the message started, as `performance.now()`. */
  answerStartedAt(message: string): number
  /** The body of the latest request. */
  lastBody(): string
}

const firstWords = 'We open at seven'
const rest = ' and close at six, every day but Sunday.'
const restAfterMs = 3

export async function startModel(): Promise<BenchModel> {
  const server = await startScriptedOpenAi({ models: ['bench'] })
  const beginnings = new Map<string, number>()
  return {
    baseUrl: server.baseUrl,
    answerAtOnce(asked) {
      server.use(() => {
        asked?.()
        return firstWords + rest
      })
    },
    streamAnswer() {
      server.use((request) => {
        const begin = new Promise<void>((resolve) => {
          setImmediate(() => {
            beginnings.set(lastMessage(request), performance.now())
            resolve()
          })
        })
        const goOn = begin.then(() => new Promise((resolve) => setTimeout(resolve, restAfterMs)))
        return { pieces: [{ gate: begin }, firstWords, { gate: goOn }, rest] }
      })
    },
    answerStartedAt: (message) => beginnings.get(message) ?? Number.NaN,
    lastBody: () => JSON.stringify(server.requests.at(-1)!.body),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function lastMessage({ body }: ScriptedRequest): string {
  const messages = body.messages as { content: string }[]
  return messages.at(-1)!.content
}
