// The sender of a phone number's SMS, created when the number sends or receives the first one.
import type { PhoneNumber } from '#server/features/phone-numbers/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { firstValue, oneValue } from '#server/platform/database/statements.ts'
import type { Sender } from './sender.ts'
import { findSender } from './store.ts'

/** Also returns undefined if the number was renamed, so that the name is stored again. */
export function findSmsSenderId(db: Db, number: PhoneNumber): Promise<number | undefined> {
  return firstValue<number>(db)`
    select id from chatapp_senders
    where account_id = ${number.accountId} and phone_number_id = ${number.id} and display_name = ${nameOf(number)}`
}

const nameOf = ({ nickname, phoneNumber }: PhoneNumber): string => nickname ?? phoneNumber

/** Restores the sender that the account had under this number before the number was deleted, with its contacts. */
export function saveSmsSender(db: Db, accountId: number, number: PhoneNumber): Promise<number> {
  return oneValue<number>(db)`
    insert into chatapp_senders as s (account_id, channel, phone_number_id, carrier, carrier_account_id, phone_number,
      display_name, external_id, raw_status, status, claimed_at, looked_until, look_tried_at, created_at, updated_at)
    values (${accountId}, 'sms', ${number.id}, ${number.carrier}, ${number.carrierAccountId}, ${number.phoneNumber},
      ${nameOf(number)}, ${number.externalId}, 'in-use', 'online', ${number.createdAt}, app_now(),
      app_now(), app_now(), app_now())
    on conflict (account_id, carrier_account_id, phone_number) where channel = 'sms' do update set
      phone_number_id = excluded.phone_number_id, external_id = excluded.external_id,
      display_name = excluded.display_name, claimed_at = excluded.claimed_at, updated_at = app_now()
    returning s.id`
}

/** Returns undefined if the phone number was deleted in the meantime. */
export async function findSmsSender(db: Db, number: PhoneNumber): Promise<Sender | undefined> {
  const { accountId } = number
  const id = (await findSmsSenderId(db, number)) ?? (await saveSmsSender(db, accountId, number))
  return findSender(db, accountId, id)
}
