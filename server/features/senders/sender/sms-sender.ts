// The sender of a phone number's SMS, created when the number sends or receives the first one.
import type { PhoneNumber } from '#server/features/phone-numbers/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Sender } from './sender.ts'
import { findSender } from './store.ts'
import { findSmsSenderId, saveSmsSender } from './store-sms.ts'

/** Returns undefined if the phone number was deleted in the meantime. */
export async function findSmsSender(db: Db, number: PhoneNumber): Promise<Sender | undefined> {
  const { accountId } = number
  const id = (await findSmsSenderId(db, number)) ?? (await saveSmsSender(db, accountId, number))
  return findSender(db, accountId, id)
}
