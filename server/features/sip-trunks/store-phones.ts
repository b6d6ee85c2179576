// The SQL of SIP telephones.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, changesOne, firstRow, oneValue } from '#server/platform/database/statements.ts'
import type { PhoneState } from '#server/ports/sip-lines.ts'
import type { StoredPhone } from './phone.ts'

/** A registration that has ended is none, even if its end was not stored. */
const columns = sql`
  p.account_id, p.id, p.username, p.name, p.extension, p.sealed_password, p.phone_number_id, p.created_at,
  case when p.registered_until > app_now() then p.registered_until end as registered_until,
  case when p.registered_until > app_now() then p.address end as address, p.user_agent`

export function selectPhones(db: Db, accountId: number): Promise<StoredPhone[]> {
  return allRows<StoredPhone>(db)`
    select ${columns} from sip_phones p where p.account_id = ${accountId} order by p.id`
}

/** Those of all accounts. */
export function selectAllPhones(db: Db): Promise<StoredPhone[]> {
  return allRows<StoredPhone>(db)`select ${columns} from sip_phones p order by p.account_id, p.id`
}

export function findPhone(db: Db, accountId: number, id: number): Promise<StoredPhone | undefined> {
  return firstRow<StoredPhone>(db)`
    select ${columns} from sip_phones p where p.account_id = ${accountId} and p.id = ${id}`
}

/** The extensions that the account uses, one for each of its telephones. */
export function selectExtensions(db: Db, accountId: number): Promise<string[]> {
  return allValues<string>(db)`select extension from sip_phones where account_id = ${accountId}`
}

/** Of any account. */
export function findUsernameOwner(db: Db, username: string): Promise<{ accountId: number; id: number } | undefined> {
  return firstRow<{ accountId: number; id: number }>(db)`
    select account_id, id from sip_phones where username = ${username}`
}

export type PhoneFields = Pick<StoredPhone, 'username' | 'name' | 'extension' | 'sealedPassword' | 'phoneNumberId'>

/** Returns undefined if another account has just taken the user name. */
export function insertPhone(db: Db, accountId: number, phone: PhoneFields): Promise<StoredPhone | undefined> {
  return firstRow<StoredPhone>(db)`
    insert into sip_phones as p (account_id, username, name, extension, sealed_password, phone_number_id, created_at,
      updated_at)
    values (${accountId}, ${phone.username}, ${phone.name}, ${phone.extension}, ${phone.sealedPassword},
      ${phone.phoneNumberId}, app_now(), app_now())
    on conflict (username) do nothing
    returning ${columns}`
}

/** `registersAnew`: what it registered with is no longer valid. Throws a unique violation if the user name is taken. */
export function updatePhoneRow(
  db: Db,
  accountId: number,
  id: number,
  phone: PhoneFields,
  registersAnew: boolean,
): Promise<StoredPhone | undefined> {
  return firstRow<StoredPhone>(db)`
    update sip_phones p set username = ${phone.username}, name = ${phone.name}, extension = ${phone.extension},
      sealed_password = ${phone.sealedPassword}, phone_number_id = ${phone.phoneNumberId}, updated_at = app_now()
      ${registersAnew ? sql`, registered_until = null, address = null` : sql``}
    where p.account_id = ${accountId} and p.id = ${id}
    returning ${columns}`
}

export function deletePhoneRow(db: Db, accountId: number, id: number): Promise<boolean> {
  return changesOne(db)`delete from sip_phones where account_id = ${accountId} and id = ${id}`
}

const slack = '10 minutes'

/**
 * Stores a later end, so that a telephone that registers every minute causes a write every ten minutes only. The end of a
 * registration is stored when it is noticed.
 */
export async function savePhoneStateRow(
  db: Db,
  accountId: number,
  id: number,
  { registeredUntil, address, userAgent }: PhoneState,
): Promise<void> {
  const until = sql`${registeredUntil}::timestamptz`
  await sql`
    update sip_phones set registered_until = ${until} + ${slack}::interval, address = ${address}, user_agent = ${userAgent}
    where account_id = ${accountId} and id = ${id} and (
      address is distinct from ${address} or user_agent is distinct from ${userAgent}
      or (registered_until is null) <> (${until} is null) or registered_until < ${until}
      or registered_until > ${until} + 2 * ${slack}::interval)`.execute(db)
}

/** Whether any account has a telephone. */
export function hasPhones(db: Db): Promise<boolean> {
  return oneValue<boolean>(db)`select exists (select from sip_phones) as has`
}
