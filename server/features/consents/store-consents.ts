// The SQL of consents.

import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { lockInTransaction } from '#server/platform/database/lock-in-transaction.ts'
import { type PageNumber, selectPage } from '#server/platform/database/select-page.ts'
import { oneRow } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Consent, ContactNumber } from './contact.ts'

const columns = sql`
  c.id, c.phone_number, c.status, nullif(c.topic, '') as topic, c.source, c.at, c.note, c.evidence, c.created_at`

/** The latest first. */
export function selectConsents(
  db: Db,
  accountId: number,
  { numberKeys }: { numberKeys: readonly string[] | undefined },
  page: PageNumber,
): Promise<{ rows: Consent[]; total: number }> {
  const ofNumber = numberKeys ? sql`c.number_key = any(${numberKeys}::text[])` : sql`true`
  const where = sql`c.account_id = ${accountId} and ${ofNumber}`
  const order = sql`c.at desc, c.id desc`
  return selectPage<Consent>(db, { columns, table: sql`consents`, alias: sql`c`, where, order }, page)
}

/** `topic` is empty for all topics. */
export type NewConsent = Pick<Consent, 'status' | 'source' | 'note' | 'evidence'> &
  ContactNumber & { topic: string; at: Timestamp }

export function insertConsent(db: Db, accountId: number, consent: NewConsent): Promise<Consent> {
  const { phoneNumber, numberKey, status, topic, source, at, note, evidence } = consent
  return oneRow<Consent>(db)`
    insert into consents as c (account_id, phone_number, number_key, status, topic, source, at, note, evidence,
      created_at)
    values (${accountId}, ${phoneNumber}, ${numberKey}, ${status}, ${topic}, ${source}, ${at}, ${note}, ${evidence},
      app_now())
    returning ${columns}`
}

/** Serializes the consents of a person, by the keys of all addresses, until the transaction ends. */
export const lockNumbers = (db: Db, accountId: number, numberKeys: readonly string[]): Promise<void> =>
  lockInTransaction(db, `parley:consents:${accountId}`, numberKeys)
