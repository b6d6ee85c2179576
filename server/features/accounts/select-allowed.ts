// Finds out who still has access, for connections that outlast their first request.
import type { Db } from '#server/platform/database/database.ts'
import { selectExistingKeys } from './store.ts'

const keyPrefix = 'key:'

/** Takes and returns what gives access, such as `key:12`. Does not use the cache of the authenticator. */
export async function selectAllowedKeys(db: Db, access: readonly string[]): Promise<Set<string>> {
  const keyIds = access.filter((name) => name.startsWith(keyPrefix)).map((name) => Number(name.slice(keyPrefix.length)))
  return new Set((await selectExistingKeys(db, keyIds)).map((id) => `${keyPrefix}${id}`))
}
