// Writes the catalogues that ship with this version of Parley to the database.
import type { Db } from '#server/platform/database/database.ts'
import { catalogueData } from './data.ts'
import { catalogueNames, selectVersion, upsertRecords, upsertVersion } from './store.ts'

/** Must run in one process at a time. Does nothing if the database already holds this version of the catalogues. */
export async function seedCatalogues(db: Db, data = catalogueData()): Promise<void> {
  if ((await selectVersion(db)) === data.version) return
  await db.transaction().execute(async (tx) => {
    for (const catalogue of catalogueNames) await upsertRecords(tx, catalogue, data[catalogue])
    await upsertVersion(tx, data.version)
  })
}
