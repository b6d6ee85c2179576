// Records the SQL that one request of Parley runs, so that the bare server can be given the same text.
import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
  /** Which of the request's connections it ran on. */
  connection: number
  /** Statements of one group ran at the same time. */
  group: number
  rows: Record<string, unknown>[]
}

export interface Recording {
  startedAt: number
  /** What the caller sent that the statements may hold. */
  input: Record<string, string>
  statements: Statement[]
  /** The model was asked before the statements of this group; undefined when it was not. */
  modelBeforeGroup: number | undefined
}

export interface Recorder {
  /** Records what runs until `request` is over. */
  record(input: Record<string, string>, request: () => Promise<unknown>): Promise<Recording>
  /** To be called when the model is asked. */
  modelIsAsked(): void
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/** To be made before the connections are; one request at a time, everything else in the process must be quiet. */
export function createRecorder(): Recorder & Disposable {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const original = prototype.query
  let current: Recording | undefined
  let connections: unknown[] = []
  let running = 0
  let group = 0

  prototype.query = function (...args) {
    const result = original.apply(this, args)
    const { text, values } = asQuery(args)
    if (!current || typeof text !== 'string' || !(result instanceof Promise) || isAlarm(text)) return result
    if (!connections.includes(this)) connections.push(this)
    if (running === 0) group++
    running++
    const connection = connections.indexOf(this)
    const statement: Statement = { text, values: values, connection, group, rows: [] }
    current.statements.push(statement)
    return result.then((answer: { rows?: Record<string, unknown>[] }) => {
      statement.rows = answer.rows ?? []
      running--
      return answer
    })
  }

  return {
    async record(input, request) {
      const recording: Recording = { startedAt: Date.now(), input, statements: [], modelBeforeGroup: undefined }
      current = recording
      connections = []
      running = 0
      group = 0
      await request()
      current = undefined
      return recording
    },
    modelIsAsked() {
      if (current) current.modelBeforeGroup = group + 1
    },
    [Symbol.dispose]() {
      prototype.query = original
    },
  }
}

/** Rung some milliseconds after a request, for those of the time together: it may fall into the next one. */
const isAlarm = (text: string): boolean => text.startsWith("select pg_notify('jobs:insert'")

/** Prepared statements come as an object. */
function asQuery([first, second]: unknown[]): { text: unknown; values: unknown[] } {
  const { text, values } =
    typeof first === 'object' && first ? (first as pg.QueryConfig) : { text: first, values: second }
  return { text, values: (values as unknown[] | undefined) ?? [] }
}
