// Records the SQL of one request, so that the bare baseline can run it.
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
  /** The index of the connection within the request. */
  connection: number
  /** Statements of one group run concurrently. */
  group: number
  rows: Record<string, unknown>[]
}

export interface Recording {
  startedAt: number
  /** Values of the request that the statements can contain. */
  input: Record<string, string>
  statements: Statement[]
  /** The model was called before this group, if at all. */
  modelBeforeGroup: number | undefined
}

export interface Recorder {
  /** Records the statements until `request` resolves. */
  record(input: Record<string, string>, request: () => Promise<unknown>): Promise<Recording>
  /** Must be called on every model request. */
  markModelRequest(): void
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/**
 * Must be created before the connections. The statements of a request are those in its asynchronous context. A callback of
 * a timer leaves this context, because a request does not wait for it: the server sends notifications and numbers events in
 * such callbacks, and neither these statements nor those of its periodic work belong to a request.
 */
export function createRecorder(): Recorder & Disposable {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const original = prototype.query
  const setTimer = globalThis.setTimeout
  const requests = new AsyncLocalStorage<Recording>()
  let connections: unknown[] = []
  let running = 0
  let group = 0

  prototype.query = function (...args) {
    const result = original.apply(this, args)
    const { text, values } = asQuery(args)
    const recording = requests.getStore()
    if (!recording || typeof text !== 'string' || !(result instanceof Promise)) return result
    if (!connections.includes(this)) connections.push(this)
    if (running === 0) group++
    running++
    const connection = connections.indexOf(this)
    const statement: Statement = { text, values, connection, group, rows: [] }
    recording.statements.push(statement)
    return result.then((answer: { rows?: Record<string, unknown>[] }) => {
      statement.rows = answer.rows ?? []
      running--
      return answer
    })
  }
  const setOutside = (callback: (...args: unknown[]) => void, delayMs?: number, ...args: unknown[]) =>
    setTimer(() => requests.exit(callback, ...args), delayMs)
  globalThis.setTimeout = Object.assign(setOutside, setTimer)

  let current: Recording | undefined
  return {
    async record(input, request) {
      const recording: Recording = { startedAt: Date.now(), input, statements: [], modelBeforeGroup: undefined }
      current = recording
      connections = []
      running = 0
      group = 0
      // Fastify begins an injected request when its result is awaited, which must happen in this context.
      await requests.run(recording, async () => {
        await request()
      })
      current = undefined
      return recording
    },
    markModelRequest() {
      if (current) current.modelBeforeGroup = group + 1
    },
    [Symbol.dispose]() {
      prototype.query = original
      globalThis.setTimeout = setTimer
    },
  }
}

/** Prepared statements are objects. */
function asQuery([first, second]: unknown[]): { text: unknown; values: unknown[] } {
  const { text, values } =
    typeof first === 'object' && first ? (first as pg.QueryConfig) : { text: first, values: second }
  return { text, values: (values as unknown[] | undefined) ?? [] }
}
