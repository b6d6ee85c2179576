// Finds the connection that a step names.
import type { AccountContext } from '#server/platform/context/context.ts'
import { ConnectionFault, type OpenConnection, openConnection } from './connection.ts'
import { findConnectionById, findConnectionByName } from './store.ts'

const digits = /^[1-9]\d{0,14}$/

/** A text that is not a name can be an id. Throws `ConnectionFault`. */
export async function findConnection(
  { db, account, settings }: AccountContext,
  given: number | string,
): Promise<OpenConnection> {
  const text = String(given)
  const named = typeof given === 'string' ? await findConnectionByName(db, account.id, given) : undefined
  const found = named ?? (digits.test(text) ? await findConnectionById(db, account.id, Number(text)) : undefined)
  if (!found) throw new ConnectionFault(`There is no connection ${text}.`, { field: 'name' })
  return openConnection(settings, found)
}
