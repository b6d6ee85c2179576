// The model server of the benches: it answers at once, or notes the moment at which it begins to speak.
import { startScriptedOpenAi } from '#server/models/scripted/openai-server.ts'
import type { ScriptedRequest } from '#server/models/scripted/script.ts'

export interface BenchModel extends AsyncDisposable {
  baseUrl: string
  /** Everything is said at once. */
  speakAtOnce(asked?: () => void): void
  /** The first words come alone, the rest a moment later. */
  speakInPieces(): void
  /** When the answer to this message began, on `performance.now()`'s clock. */
  spokeAt(message: string): number
  /** What the latest request said. */
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
    speakAtOnce(asked) {
      server.use(() => {
        asked?.()
        return firstWords + rest
      })
    },
    speakInPieces() {
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
    spokeAt: (message) => beginnings.get(message) ?? Number.NaN,
    lastBody: () => JSON.stringify(server.requests.at(-1)!.body),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function lastMessage({ body }: ScriptedRequest): string {
  const messages = body.messages as { content: string }[]
  return messages.at(-1)!.content
}
