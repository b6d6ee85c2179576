// Statements that come again are prepared: PostgreSQL reads and plans their text once per connection, not every time.
import type pg from 'pg'

/** Texts that come once or twice, as those of a start, are not worth it. */
const preparedFromUse = 3
/** Every connection keeps each of them: texts that never come again must not fill the server. */
const capacity = 500

interface Known {
  name: string
  uses: number
}

/** For all connections of a pool, so that a text has the same name on each. */
export function createPreparation(): (client: pg.ClientBase) => void {
  const known = new Map<string, Known>()
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
        answer.catch((error: unknown) => {
          // A migration of another process has changed a column: the next use gets a new name, and with it a new plan.
          if (isOutdated(error)) known.delete(text as string)
        })
      }
      return answer
    }
    client.query = query as typeof client.query
  }
}

function isOutdated(error: unknown): boolean {
  const featureNotSupported = '0A000'
  return (error as { code?: unknown }).code === featureNotSupported
}
