// Makes contacts of the people in rows from before there were contacts, in the background.
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Db } from '#server/platform/database/database.ts'
import { LostRace } from '#server/platform/database/retry-conflicts.ts'
import type { PersonSource } from './known-person.ts'
import { finishCollection, insertCollected, lockCollection, saveCollection } from './store-collections.ts'

/** Leaves the rest to the next run. */
const longestMs = 30_000

/** Does nothing once all rows have been read. Rows that are stored later have contacts already. */
export async function collectContacts<Position>(context: AppContext, source: PersonSource<Position>): Promise<void> {
  const deadline = performance.now() + longestMs
  let hasMore = true
  while (hasMore && performance.now() < deadline && !context.stopping.aborted)
    hasMore = await transaction(context, ({ db }) => collectPage(db, source))
}

/** Returns whether there can be further rows. */
async function collectPage<Position>(db: Db, source: PersonSource<Position>): Promise<boolean> {
  const collection = await lockCollection<Position>(db, source.name)
  if (!collection || collection.done) return false
  const { persons, position } = await source.readPage(db, collection.position)
  if (position === undefined) {
    await finishCollection(db, source.name)
    return false
  }
  if (!(await insertCollected(db, persons))) throw new LostRace('A contact was created in the meantime.')
  await saveCollection(db, source.name, position)
  return true
}
