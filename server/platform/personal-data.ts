// How a feature declares the personal data in its tables. The feature `privacy` erases, exports and deletes it by this.
import type { RawBuilder } from 'kysely'
import type { AccountContext } from './context/context.ts'
import type { Settings } from './context/settings.ts'
import type { DbTransaction } from './database/database.ts'
import type { Person } from './person.ts'
import type { Timestamp } from './time/timestamps.ts'

/** Kinds of personal data that an account keeps for a number of days. */
export const retentionKinds = [
  'calls',
  'recordings',
  'transcripts',
  'messages',
  'leads',
  'contacts',
  'documents',
  'runs',
  'webhook_deliveries',
  'audit',
] as const
export type RetentionKind = (typeof retentionKinds)[number]

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

type Sql = RawBuilder<unknown>

/** A table with personal data. Its SQL calls the rows `t`; conditions on the account are added. */
export interface PersonalTable {
  name: string
  /** Tables whose rows are deleted with rows of this table, and that nothing else is declared of. */
  children?: readonly string[]
  /** The table has no column of the account, so `isOf` must limit the rows to it. */
  hasNoAccount?: boolean
  /** The columns of the primary key after the account; `id` by default. */
  key?: readonly string[]
  /** The table through whose rows those of a person are found, and the column that names them. */
  parent?: { table: PersonalTable; column: string }
  /** Whether a row is about the person. */
  isOf?(person: Person, ctx: AccountContext): Sql
  /** If no index serves `isOf`: the number of rows that are examined at a time. */
  scanned?: number
  /** Further addresses of the person, and the UUID of a conversation or call with the person, by columns of a row. */
  finds?: {
    /** Arrays of texts. What is not a phone number is ignored among `phoneNumbers`. */
    phoneNumbers?: Sql
    addresses?: Sql
    uuid?: Sql
  }
  /** Something is in progress that stores data until it has ended. The row is erased afterwards. */
  isBusy?: Sql
  /** Counts the rows that an erasure removes; null if they are not counted. Undefined if it removes none by itself. */
  erasedAs?: ErasedKind | null
  /** The row remains on purpose after an erasure. */
  isKept?: Sql
  /** How rows are removed; by default, they are deleted. */
  removal?: Removal
  /** Replaces the removal where the rows of a person need more. Safe to run twice at the same time. */
  erase?(ctx: AccountContext, erasure: Erasure): Promise<void>
  exported?: Exported
  retained?: readonly Retained[]
}

export type Removal = SqlRemoval | RowRemoval

interface SqlRemoval {
  /** The columns that are changed, in rows that remain. */
  set?(person: Person): Sql
  /** Runs before in the same transaction. */
  prepare?(tx: DbTransaction): Promise<unknown>
}

export interface RowRemoval {
  /** The number of rows that an erasure removes at a time. */
  batch: number
  /** What `remove` gets of each row. */
  columns: Sql
  /** Safe to run twice at the same time: a file is deleted before the row that names it. */
  remove(ctx: AccountContext, rows: readonly object[], count: CountErased): Promise<void>
}

/** Adds to the receipt of an erasure, in the transaction that deletes. */
export type CountErased = (tx: DbTransaction, kind: ErasedKind, deleted: number) => Promise<void>

export interface Erasure {
  person: Person
  count: CountErased
  /** Aborted when the rest is to be left to a job. */
  signal: AbortSignal
}

export interface Retained {
  kind: RetentionKind
  /** Deleted after this time whatever the account has set. */
  maximumDays?(settings: Settings): number
  isOld(before: Timestamp): Sql
  /** The column by which the oldest rows are found first. */
  order?: string
  /** The column and the rows by which the time of the oldest row that is left is reported. */
  oldest?: { time: string; of?: Sql }
  /** By default that of the table. */
  removal?: Removal
}

export interface Exported {
  /** The name of the file of JSON lines. Undefined if only files are exported. */
  name?: string
  /** `file_key` is available to `fileOf` and is not exported. */
  columns: Sql | ((person: Person) => Sql)
  /** Columns that order the rows and identify each; the key by default. */
  order?: readonly string[]
  /** 500 by default. */
  pageSize?: number
  files?: {
    /** The folder in the archive. */
    name: string
    /** Undefined if the row has no file. */
    fileOf(row: object, accountId: number): ExportedFile | undefined
  }
}

export interface ExportedFile {
  /** In the archive, in the folder. */
  name: string
  /** In the file store. */
  key: string
}
