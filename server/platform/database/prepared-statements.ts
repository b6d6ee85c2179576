// Prepares statements that are used repeatedly, so that PostgreSQL parses and plans them once per connection.
import type pg from 'pg'

/** Statements that are used once or twice, such as those at startup, are not prepared. */
const preparedFromUse = 3
/** Limits the server's memory, because every connection keeps all of its prepared statements. */
const capacity = 500

/** Returns a function to call with each new connection of a pool, on which statements have the same names. */
export function createPreparation(): (client: pg.ClientBase) => void {
  const known = new Map<string, { name: string; uses: number }>()
  let names = 0

  function nameOf(text: string): string | undefined {
    let statement = known.get(text)
    if (!statement) {
      if (known.size >= capacity) return undefined
      statement = { name: `parley_${++names}`, uses: 0 }
      known.set(text, statement)
    }
    statement.uses++
    return statement.uses < preparedFromUse ? undefined : statement.name
  }

  return (client) => {
    const plain = client.query.bind(client) as (...args: unknown[]) => unknown
    const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
      if (name === undefined) return plain(text, values, ...rest)
      const answer = plain({ name, text, values }, ...rest)
      if (answer instanceof Promise) {
        answer.catch((error: { code?: unknown }) => {
          const featureNotSupported = '0A000'
          // A migration changed a column. The next use gets a new name, and therefore a new plan.
          if (error.code === featureNotSupported) known.delete(text as string)
        })
      }
      return answer
    }
    client.query = query as typeof client.query
  }
}
