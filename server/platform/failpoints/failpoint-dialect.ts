// A PostgreSQL dialect with failpoints around commits and around statements that write outside a transaction.
import { type CompiledQuery, type DatabaseConnection, PostgresDialect, PostgresDriver } from 'kysely'
import type pg from 'pg'
import { failpoint } from './failpoint.ts'

export function createFailpointDialect(pool: pg.Pool): PostgresDialect {
  return Object.assign(new PostgresDialect({ pool }), { createDriver: () => new FailpointDriver({ pool }) })
}

const writes = (sql: string): boolean => /\b(?:insert into|(?<!for )update|delete from|add_job)\b/i.test(sql)

class FailpointDriver extends PostgresDriver {
  readonly #inTransaction = new WeakMap<DatabaseConnection, boolean>()

  override async acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    const connection = await super.acquireConnection(...options)
    if (!this.#inTransaction.has(connection)) this.#placeFailpoints(connection)
    return connection
  }

  #placeFailpoints(connection: DatabaseConnection): void {
    this.#inTransaction.set(connection, false)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async <R>(query: CompiledQuery, ...rest: []) => {
      const hasFailpoints = !this.#inTransaction.get(connection) && writes(query.sql)
      if (hasFailpoints) failpoint('statement-before')
      const result = await execute<R>(query, ...rest)
      if (hasFailpoints) failpoint('statement-after')
      return result
    }
  }

  override async beginTransaction(...begin: Parameters<PostgresDriver['beginTransaction']>): Promise<void> {
    await super.beginTransaction(...begin)
    this.#inTransaction.set(begin[0], true)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    failpoint('transaction-before-commit')
    await super.commitTransaction(connection as never)
    this.#inTransaction.set(connection, false)
    failpoint('transaction-after-commit')
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#inTransaction.set(connection, false)
    await super.rollbackTransaction(connection as never)
  }
}
