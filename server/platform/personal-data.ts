// What a feature says about the personal data in its tables, so that all features together can delete it.
import type { AccountContext, AppContext } from './context/context.ts'
import type { Settings } from './context/settings.ts'
import type { Db, DbTransaction } from './database/database.ts'
import type { Person } from './person.ts'
import type { Timestamp } from './time/timestamps.ts'

/** Kinds of personal data that an account keeps for a number of days. */
export const retentionKinds = [
  'calls',
  'recordings',
  'transcripts',
  'messages',
  'leads',
  'documents',
  'runs',
  'webhook_deliveries',
  'audit',
] as const
export type RetentionKind = (typeof retentionKinds)[number]

export interface PersonalData {
  /** The tables of the feature that contain personal data. */
  tables: readonly string[]
  /** Several features can have records of one kind. */
  retained?: readonly Retained[]
  /** Further addresses of the person, and the UUIDs of conversations and calls with the person. */
  findAddresses?(db: Db, accountId: number, person: Person): Promise<Person>
  /** Something with the person is in progress that stores data until it has ended. */
  isBusy?(db: Db, accountId: number, person: Person): Promise<boolean>
  /** Deletes what the feature has about the person, except of what is in progress. Safe to run twice at the same time. */
  erase?(ctx: AccountContext, erasure: Erasure): Promise<void>
  /** What the feature has about the person. */
  exportParts?(ctx: AccountContext, person: Person): readonly ExportPart[]
  /** Whether something about the person remains on purpose after an erasure. */
  isKept?(ctx: AccountContext, person: Person): Promise<boolean>
}

export const erasedKinds = [
  'calls',
  'recordings',
  'transfers',
  'conversations',
  'messages',
  'files',
  'contacts',
  'leads',
  'attempts',
  'runs',
  'webhook_deliveries',
  'consents',
  'do_not_contact',
  'bookings',
  'dialled_calls',
  'stored_replies',
  'audit_entries',
  'assistant_versions',
  'assistant_tests',
] as const
export type ErasedKind = (typeof erasedKinds)[number]

export interface Erasure {
  person: Person
  /** Adds to the receipt, in the transaction that deletes. */
  count(tx: DbTransaction, kind: ErasedKind, deleted: number): Promise<void>
  /** Aborted when the rest is to be left to a job. */
  signal: AbortSignal
}

/** Deletes batches until one has fewer than `limit` records. */
export async function eraseInBatches(
  { signal }: Erasure,
  limit: number,
  deleteBatch: () => Promise<number>,
): Promise<void> {
  while (!signal.aborted && (await deleteBatch()) >= limit);
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

/** A list of records, or the files that records name. */
export type ExportPart = { name: string } & (
  | { records(): AsyncIterable<object>; files?: undefined }
  | { files(): AsyncIterable<ExportedFile>; records?: undefined }
)

export interface ExportedFile {
  /** In the archive, below the name of the part. */
  name: string
  /** In the file store. */
  key: string
}

/** Reads pages until one is empty. `readPage` gets the last row of the page before. */
export async function* eachRow<T>(readPage: (last: T | undefined) => Promise<readonly T[]>): AsyncGenerator<T> {
  for (let last: T | undefined; ; ) {
    const rows = await readPage(last)
    yield* rows
    last = rows.at(-1)
    if (last === undefined) return
  }
}
