// Finds the SMS that the account has sent and received.
import { selectSenderNames } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'
import type { CarrierStatus } from '#server/ports/carrier.ts'
import { findMessage } from '../delivery/store.ts'
import type { Message } from '../message/message.ts'
import type { NumberOfSms, SmsStatus } from './present-sms.ts'
import { type SmsFilter, selectSms } from './store-sms.ts'

export interface ListSmsInput extends Omit<SmsFilter, 'customerKey' | 'statuses' | 'timeZone'> {
  /** Characters other than digits are ignored. */
  phoneNumber: string | undefined
  status: SmsStatus | undefined
  page: number
  perPage: number
}

const carrierStatuses: Record<SmsStatus, readonly CarrierStatus[]> = {
  queued: ['accepted', 'queued', 'sending', 'unknown'],
  sent: ['sent'],
  delivered: ['delivered', 'read'],
  failed: ['failed', 'canceled'],
  undelivered: ['undelivered'],
  received: ['received'],
}

export function listSms(ctx: AccountContext, { phoneNumber, status, page, perPage, ...filter }: ListSmsInput) {
  const customerKey = phoneNumber === undefined ? undefined : phoneNumberKey(`+${phoneNumber.replace(/\D/g, '')}`)
  const statuses = status && carrierStatuses[status]
  const timeZone = ctx.account.timeZone
  return selectSms(ctx.db, ctx.account.id, { ...filter, customerKey, statuses, timeZone }, { page, perPage })
}

/** Refuses with `SMS_NOT_FOUND`. */
export async function getSms(ctx: AccountContext, id: number): Promise<Message> {
  const found = await findMessage(ctx.db, ctx.account.id, id)
  if (!found || found.segments === null) throw new Refusal('SMS_NOT_FOUND')
  return found
}

/** Returns the account's side of the messages. */
export async function loadNumbers(
  ctx: AccountContext,
  messages: readonly Message[],
): Promise<(message: Message) => NumberOfSms> {
  const ids = [...new Set(messages.map(({ senderId }) => senderId))]
  const senders = ids.length === 0 ? [] : await selectSenderNames(ctx.db, ctx.account.id, ids)
  const byId = new Map(senders.map((sender) => [sender.id, sender]))
  return ({ senderId }) => byId.get(senderId)!
}
