// Notices that a newer version has migrated the database of this process, which then should be replaced.
import type { Log } from '../observability/log.ts'
import type { Db } from './database.ts'
import { type Migration, migrationsChannel, selectUnknown } from './migrate.ts'
import type { Notifications } from './notifications.ts'

export interface NewerVersionOptions {
  db: Db
  log: Log
  notifications: Notifications
  /** The migrations of this version. */
  known: readonly Migration[]
}

/** Warns once. Checks when a migration is announced, and when announcements may have been lost. */
export function warnOfNewerVersion({ db, log, notifications, known }: NewerVersionOptions): void {
  let isWarned = false
  const check = async (): Promise<void> => {
    const unknown = await selectUnknown(db, known)
    if (unknown.length === 0 || isWarned) return
    isWarned = true
    log.warn(
      { migrations: unknown },
      'a newer version has migrated the database; stop this process, because it may not work with the new tables',
    )
  }
  notifications.on(migrationsChannel, () => {
    check().catch((error) => log.warn({ error }, 'the migrations of the database could not be read'))
  })
}

export const unknownMigrationsGauge = {
  parley_database_unknown_migrations: 'Migrations of a newer version than that of this process.',
}
