// The SQL of phone numbers.
import { type RawBuilder, sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, firstRow, oneValue } from '#server/platform/database/statements.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { PhoneNumber, PhoneNumberType } from './phone-number.ts'

export const columns = sql`
  n.id, n.account_id, n.carrier, n.carrier_account_id, n.external_id, n.phone_number, n.nickname, n.type, n.sms_capable,
  n.region, n.country_code, n.purchased, n.created_at`

function selectWhere(db: Db, condition: RawBuilder<unknown>): Promise<PhoneNumber[]> {
  return allRows<PhoneNumber>(db)`
    select ${columns} from phone_numbers n where ${condition} order by n.id`
}

const isSettled = sql`n.external_id is not null`

export function selectPhoneNumbers(db: Db, accountId: number): Promise<PhoneNumber[]> {
  return selectWhere(db, sql`n.account_id = ${accountId} and ${isSettled}`)
}

/** Returns the numbers of all accounts. */
export const selectAllNumbers = (db: Db): Promise<PhoneNumber[]> => selectWhere(db, isSettled)

export async function findPhoneNumber(db: Db, accountId: number, id: number): Promise<PhoneNumber | undefined> {
  return (await selectWhere(db, sql`n.account_id = ${accountId} and n.id = ${id} and ${isSettled}`))[0]
}

/** The row cannot be deleted, nor locked again, until the transaction ends. */
export async function lockPhoneNumber(db: Db, accountId: number, id: number): Promise<void> {
  await sql`select from phone_numbers where account_id = ${accountId} and id = ${id} for no key update`.execute(db)
}

/** Returns the `ids` that are phone numbers of the account. */
export async function selectOwnedPhoneNumbers(db: Db, accountId: number, ids: readonly number[]): Promise<number[]> {
  const owned = await selectWhere(
    db,
    sql`n.account_id = ${accountId} and n.id = any(${ids}::bigint[]) and ${isSettled}`,
  )
  return owned.map(({ id }) => id)
}

/** Of any accounts. */
export function selectNumbersOf(
  db: Db,
  wanted: readonly { accountId: number; phoneNumberId: number }[],
): Promise<PhoneNumber[]> {
  const accountIds = wanted.map(({ accountId }) => accountId)
  const ids = wanted.map(({ phoneNumberId }) => phoneNumberId)
  return selectWhere(
    db,
    sql`(n.account_id, n.id) in (select * from unnest(${accountIds}::bigint[], ${ids}::bigint[])) and ${isSettled}`,
  )
}

export interface CarrierNumber {
  carrierAccountId: string
  phoneNumber: string
}

const isAt = ({ carrierAccountId, phoneNumber }: CarrierNumber) =>
  sql`n.carrier_account_id = ${carrierAccountId} and n.phone_number = ${phoneNumber}`

/** Finds the phone number of any account. */
export async function findPhoneNumberAtCarrier(db: Db, number: CarrierNumber): Promise<PhoneNumber | undefined> {
  return (await selectWhere(db, sql`${isAt(number)} and ${isSettled}`))[0]
}

/** Finds the number of any account, even if its purchase has not been settled. */
export async function findClaim(db: Db, number: CarrierNumber): Promise<PhoneNumber | undefined> {
  return (await selectWhere(db, isAt(number)))[0]
}

/** In another account at the same carrier. */
export function hasNumbersAtOtherAccount(
  db: Db,
  accountId: number,
  { carrier, externalId }: Pick<CarrierAccount, 'carrier' | 'externalId'>,
): Promise<boolean> {
  return oneValue<boolean>(db)`
    select exists (
      select from phone_numbers
      where account_id = ${accountId} and carrier = ${carrier} and carrier_account_id <> ${externalId}
    ) as any`
}

export interface NewPhoneNumber extends CarrierNumber {
  carrier: string
  externalId: string | null
  nickname: string | null
  type: PhoneNumberType
  smsCapable: boolean
  region: string | null
  countryCode: string
  purchased: boolean
}

/** Returns undefined if the number is claimed already. */
export function insertPhoneNumber(db: Db, accountId: number, number: NewPhoneNumber): Promise<PhoneNumber | undefined> {
  return firstRow<PhoneNumber>(db)`
    insert into phone_numbers as n (
      account_id, carrier, carrier_account_id, external_id, phone_number, nickname, type, sms_capable, region, country_code,
      purchased, created_at, updated_at)
    values (
      ${accountId}, ${number.carrier}, ${number.carrierAccountId}, ${number.externalId}, ${number.phoneNumber}, ${number.nickname},
      ${number.type}, ${number.smsCapable}, ${number.region}, ${number.countryCode}, ${number.purchased},
      app_now(), app_now())
    on conflict (carrier_account_id, phone_number) do nothing
    returning ${columns}`
}

/** Returns undefined if the purchase was settled or withdrawn before. */
export function settlePurchase(
  db: Db,
  accountId: number,
  id: number,
  bought: { externalId: string; smsCapable: boolean; region: string | null },
): Promise<PhoneNumber | undefined> {
  return firstRow<PhoneNumber>(db)`
    update phone_numbers n set external_id = ${bought.externalId}, sms_capable = ${bought.smsCapable},
      region = ${bought.region}, updated_at = app_now()
    where n.account_id = ${accountId} and n.id = ${id} and n.external_id is null
    returning ${columns}`
}

/** Removes the claim of a purchase that the carrier did not make. */
export async function withdrawPurchase(db: Db, accountId: number, id: number): Promise<void> {
  await sql`
    delete from phone_numbers where account_id = ${accountId} and id = ${id} and external_id is null`.execute(db)
}

/** Returns purchases whose outcome has been unknown for `quietForMs`. */
export function selectUnsettled(db: Db, quietForMs: number): Promise<PhoneNumber[]> {
  return selectWhere(db, sql`n.external_id is null and n.updated_at <= ${fromNow(-quietForMs)}`)
}

export function updateNickname(db: Db, accountId: number, id: number, nickname: string | null) {
  return firstRow<PhoneNumber>(db)`
    update phone_numbers n set nickname = ${nickname}, updated_at = app_now()
    where n.account_id = ${accountId} and n.id = ${id} and ${isSettled}
    returning ${columns}`
}

/** Assistants that used the number have none afterwards. */
export async function deletePhoneNumberRow(db: Db, accountId: number, id: number): Promise<void> {
  await sql`delete from phone_numbers where account_id = ${accountId} and id = ${id}`.execute(db)
}
