// What a feature says about the personal data in its tables, so that all features together can delete it.
import type { AppContext } from './context/context.ts'
import type { Settings } from './context/settings.ts'
import type { Db } from './database/database.ts'
import type { Timestamp } from './time/timestamps.ts'

/** Kinds of personal data that an account keeps for a number of days. */
export const retentionKinds = [
  'calls',
  'recordings',
  'transcripts',
  'messages',
  'documents',
  'runs',
  'webhook_deliveries',
] as const
export type RetentionKind = (typeof retentionKinds)[number]

export interface PersonalData {
  /** The tables of the feature that contain personal data. */
  tables: readonly string[]
  /** Several features can have records of one kind. */
  retained?: readonly Retained[]
}

export interface AgedRecords {
  accountId: number
  before: Timestamp
}

export interface Retained {
  kind: RetentionKind
  /** Deleted after this time whatever the account has set. */
  maximumDays?(settings: Settings): number
  /**
   * Deletes records from before the time, at most `limit` of them, with their files. Returns how many. Safe to run twice
   * at the same time: a file is deleted before the row that names it.
   */
  deleteOlder(context: AppContext, records: AgedRecords & { limit: number }): Promise<number>
  inspect(db: Db, records: AgedRecords): Promise<RetainedRest>
}

export interface RetainedRest {
  /** The number of records from before the time that are left. */
  remaining: number
  /** The time of the oldest record that is left; null if there is none. */
  oldestAt: Timestamp | null
}
