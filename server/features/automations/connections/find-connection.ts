// Finds the connection that a step names.
import type { AccountContext } from '#server/platform/context/context.ts'
import { ConnectionFault, type OpenConnection, openConnection } from './connection.ts'
import { findConnectionById, findConnectionByName } from './store.ts'

const digits = /^[1-9]\d{0,14}$/

/** A text is the name, or else the id; a number is the id, or else the name. Throws `ConnectionFault`. */
export async function findConnection(
  { db, account, settings }: AccountContext,
  given: number | string,
): Promise<OpenConnection> {
  const text = String(given)
  const byName = () => findConnectionByName(db, account.id, text)
  const byId = async () => (digits.test(text) ? findConnectionById(db, account.id, Number(text)) : undefined)
  const found = typeof given === 'string' ? ((await byName()) ?? (await byId())) : ((await byId()) ?? (await byName()))
  if (!found) throw new ConnectionFault(`There is no connection ${text}.`, { field: 'name' })
  return openConnection(settings, found)
}
