// Runs the SQL of a plan through `pg`.
import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Plan, PlannedStatement, Source } from './plan.ts'

type Rows = Record<string, unknown>[]

/** Returns the rows of every statement, and calls the model where Parley did. */
export async function runPlan(
  pool: pg.Pool,
  plan: Plan,
  input: Record<string, string>,
  askModel?: () => Promise<unknown>,
): Promise<Rows[]> {
  const results: Rows[] = []
  const held = new Map<number, pg.PoolClient>()

  async function run(statement: PlannedStatement, index: number): Promise<void> {
    const { text, connection } = statement
    if (text === 'begin') held.set(connection, await pool.connect())
    const values = statement.values.map((source) => bind(source, input, results))
    const client = held.get(connection)
    const { rows } = await (client ?? pool).query<Record<string, unknown>>(text, values)
    results[index] = rows
    if (text === 'commit' || text === 'rollback') {
      held.delete(connection)
      client?.release()
    }
  }

  try {
    const { statements, modelBeforeGroup } = plan
    for (let index = 0; index < statements.length; ) {
      const { group } = statements[index]!
      if (group === modelBeforeGroup) await askModel?.()
      const first = index
      while (statements[index]?.group === group) index++
      if (index === first + 1) await run(statements[first]!, first)
      else await Promise.all(statements.slice(first, index).map((statement, at) => run(statement, first + at)))
    }
    return results
  } finally {
    for (const client of held.values()) client.release(true)
  }
}

function bind(source: Source, input: Record<string, string>, results: readonly Rows[]): unknown {
  switch (source.from) {
    case 'constant':
      return source.value
    case 'clock':
      return new Date(Date.now() + source.offsetMs)
    case 'input':
      return input[source.name]
    case 'row':
      return results[source.statement]?.[0]?.[source.column]
    case 'list':
      return source.items.map((item) => bind(item, input, results))
    case 'text':
      return source.parts.map((part) => bind(part, input, results)).join('')
    case 'new uuid':
      return randomUUID()
    case 'new hash':
      return randomBytes(32).toString('base64url')
  }
}
