// The SQL of phone numbers that share a line, such as a SIP trunk, whose id is the id of its first number.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow } from '#server/platform/database/statements.ts'
import type { PhoneNumber } from './phone-number.ts'
import { columns, type NewPhoneNumber } from './store.ts'

export type LineNumber = Pick<
  NewPhoneNumber,
  'carrier' | 'carrierAccountId' | 'phoneNumber' | 'nickname' | 'type' | 'countryCode'
>

/** Without a `lineId`, it is the first number of a new line. Returns undefined if the carrier account has the number. */
export function insertLineNumber(
  db: Db,
  accountId: number,
  number: LineNumber,
  lineId: number | undefined,
): Promise<PhoneNumber | undefined> {
  const { carrier, carrierAccountId, phoneNumber, nickname, type, countryCode } = number
  return firstRow<PhoneNumber>(db)`
    insert into phone_numbers as n (
      account_id, id, carrier, carrier_account_id, external_id, phone_number, nickname, type, sms_capable, region,
      country_code, purchased, created_at, updated_at)
    overriding system value
    select ${accountId}, next.id, ${carrier}, ${carrierAccountId}, coalesce(${lineId ?? null}::bigint, next.id)::text,
      ${phoneNumber}, ${nickname}, ${type}, false, null, ${countryCode}, false, app_now(), app_now()
    from (select nextval(pg_get_serial_sequence('phone_numbers', 'id')) as id) next
    on conflict (carrier_account_id, phone_number) do nothing
    returning ${columns}`
}

/** Returns false if the carrier account has another number with these digits. */
export function updateLineNumber(
  db: Db,
  accountId: number,
  id: number,
  { phoneNumber, nickname, type, countryCode }: Pick<LineNumber, 'phoneNumber' | 'nickname' | 'type' | 'countryCode'>,
): Promise<boolean> {
  return changesOne(db)`
    update phone_numbers n set phone_number = ${phoneNumber}, nickname = ${nickname}, type = ${type},
      country_code = ${countryCode}, updated_at = app_now()
    where n.account_id = ${accountId} and n.id = ${id} and not exists (
      select from phone_numbers o
      where o.carrier_account_id = n.carrier_account_id and o.phone_number = ${phoneNumber} and o.id <> n.id)`
}

/** The numbers of the account at the carrier, or those of one line. The first number of a line comes first. */
export function selectLineNumbers(
  db: Db,
  accountId: number,
  { carrier, lineId }: { carrier: string; lineId?: number },
): Promise<PhoneNumber[]> {
  const ofLine = lineId === undefined ? sql`` : sql`and n.external_id = ${String(lineId)}`
  return allRows<PhoneNumber>(db)`
    select ${columns} from phone_numbers n
    where n.account_id = ${accountId} and n.carrier = ${carrier} ${ofLine}
    order by n.external_id <> n.id::text, n.id`
}

/** Those of all accounts, in the same order. */
export function selectAllLineNumbers(db: Db, carrier: string): Promise<PhoneNumber[]> {
  return allRows<PhoneNumber>(db)`
    select ${columns} from phone_numbers n where n.carrier = ${carrier}
    order by n.external_id <> n.id::text, n.id`
}
