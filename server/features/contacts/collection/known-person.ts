// People in rows of other features from before there were contacts, and how they are read.
import type { Db } from '#server/platform/database/database.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Address } from '../contact/address.ts'

export interface KnownPerson extends Address {
  accountId: number
  /** As the person is called on the channel. */
  profileName: string | null
  lastSeenAt: Timestamp
}

export interface CollectedPage<Position> {
  persons: readonly KnownPerson[]
  /** The position of the last row that was read; undefined if there were none. */
  position: Position | undefined
}

/** Rows of a feature that name people. */
export interface PersonSource<Position> {
  name: string
  /** Reads the rows after the position, in the order of their keys. */
  readPage(db: Db, after: Position | null): Promise<CollectedPage<Position>>
}
