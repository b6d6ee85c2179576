// Refuses to change the carrier account of an account that has senders or phone numbers at another one.
import { hasNumbersAtOtherCarrier } from '#server/features/phone-numbers/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hasSendersAtOtherCarrier } from '../sender/store.ts'

/** Refuses with `CARRIER_IN_USE`. */
export async function refuseOtherCarrier({ db, account }: AccountContext | Tx, accountSid: string): Promise<void> {
  const hasSenders = await hasSendersAtOtherCarrier(db, account.id, accountSid)
  if (hasSenders || (await hasNumbersAtOtherCarrier(db, account.id, accountSid))) throw new Refusal('CARRIER_IN_USE')
}
