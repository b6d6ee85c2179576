// The SQL of calendars.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow, oneValue } from '#server/platform/database/statements.ts'
import type { Calendar, EventType } from './calendar.ts'

const columns = sql`
  account_id, id, provider, base_url, owner_ref, owner_name, sealed_api_key, api_key_hint, event_types, created_at,
  updated_at`

export function selectCalendars(db: Db, accountId: number): Promise<Calendar[]> {
  return allRows<Calendar>(db)`
    select ${columns} from calendars where account_id = ${accountId} order by id`
}

export function findCalendar(db: Db, accountId: number, id: number): Promise<Calendar | undefined> {
  return firstRow<Calendar>(db)`
    select ${columns} from calendars where account_id = ${accountId} and id = ${id}`
}

/** If several calendars have the event type, the one that was connected first is returned. */
export function findCalendarOf(
  db: Db,
  accountId: number,
  { provider, ref }: Pick<Calendar, 'provider'> & Pick<EventType, 'ref'>,
): Promise<Calendar | undefined> {
  return firstRow<Calendar>(db)`
    select ${columns} from calendars
    where account_id = ${accountId} and provider = ${provider}
      and event_types @> ${JSON.stringify([{ ref }])}::jsonb
    order by id limit 1`
}

export type NewCalendar = Omit<Calendar, 'id' | 'accountId' | 'createdAt' | 'updatedAt'>

/** Replaces the calendar of the same owner. Returns undefined if the account has `limit` others. */
export function saveCalendar(
  db: Db,
  accountId: number,
  calendar: NewCalendar,
  limit: number,
): Promise<Calendar | undefined> {
  return firstRow<Calendar>(db)`
    insert into calendars (account_id, provider, base_url, owner_ref, owner_name, sealed_api_key, api_key_hint,
      event_types, created_at, updated_at)
    select ${accountId}, ${calendar.provider}, ${calendar.baseUrl}, ${calendar.ownerRef}, ${calendar.ownerName},
      ${calendar.sealedApiKey}, ${calendar.apiKeyHint}, ${JSON.stringify(calendar.eventTypes)}, app_now(), app_now()
    where (
      select count(*) from calendars where account_id = ${accountId} and not (provider = ${calendar.provider}
        and base_url = ${calendar.baseUrl} and owner_ref = ${calendar.ownerRef})
    ) < ${limit}
    on conflict (account_id, provider, base_url, owner_ref) do update set
      owner_name = excluded.owner_name, sealed_api_key = excluded.sealed_api_key,
      api_key_hint = excluded.api_key_hint, event_types = excluded.event_types, updated_at = app_now()
    returning ${columns}`
}

export function deleteCalendarRow(db: Db, accountId: number, id: number): Promise<boolean> {
  return changesOne(db)`
    delete from calendars where account_id = ${accountId} and id = ${id}`
}

/** Serializes the claims of bookings in the calendar until the transaction ends. */
export async function lockCalendar(db: Db, accountId: number, id: number): Promise<void> {
  await sql`select 1 from calendars where account_id = ${accountId} and id = ${id} for no key update`.execute(db)
}

/** The sealed API keys of all accounts. */
export function selectSealedApiKeys(db: Db): Promise<Pick<Calendar, 'accountId' | 'sealedApiKey'>[]> {
  return allRows<Pick<Calendar, 'accountId' | 'sealedApiKey'>>(db)`select account_id, sealed_api_key from calendars`
}

/** Whether any account has connected one. */
export function hasCalendars(db: Db): Promise<boolean> {
  return oneValue<boolean>(db)`select exists (select from calendars) as has`
}
