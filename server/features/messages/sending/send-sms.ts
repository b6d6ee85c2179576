// Sends an SMS from a phone number of the account.

import { isE164 } from '@parley/rules'
import { findPhoneNumber } from '#server/features/phone-numbers/index.ts'
import { findSmsSender } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { isForeignKeyViolation } from '#server/platform/database/database.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'
import { checkMayContact } from '../contacts/do-not-contact.ts'
import { findContactState } from '../contacts/store-contacts.ts'
import type { SentMessage } from '../message/message.ts'
import { entryFor } from '../message/sender-assistant.ts'
import { checkSms } from './check-deliverable.ts'
import { dispatch } from './dispatch.ts'
import { findSent } from './find-sent.ts'

export interface SendSmsInput {
  phoneNumberId: number
  to: string
  /** At most 1,600 characters. */
  body: string
  campaignId?: number
}

/**
 * For each operation, a message is sent once, and later calls return the same response. Refuses with `INVALID_PHONE`,
 * `FROM_NUMBER_NOT_FOUND`, `FROM_NUMBER_NOT_SMS_CAPABLE`, `DESTINATION_FORBIDDEN`, `INSUFFICIENT_BALANCE` and
 * `PROVIDER_ERROR_*`; `optedOutCode` is also used if the recipient has opted out.
 */
export async function sendSms(
  ctx: AccountContext,
  { phoneNumberId, to, body, campaignId }: SendSmsInput,
  operation?: IdempotentOperation,
): Promise<SentMessage> {
  if (!isE164(to)) throw new Refusal('INVALID_PHONE')
  // Checked first, because the number and the opt-out may have changed since.
  const sentBefore = operation?.isResumed ? await findSent(ctx, operation.key) : undefined
  if (sentBefore) return sentBefore
  const number = orRefuse(await findPhoneNumber(ctx.db, ctx.account.id, phoneNumberId), 'FROM_NUMBER_NOT_FOUND')
  if (!number.smsCapable) throw new Refusal('FROM_NUMBER_NOT_SMS_CAPABLE')
  const sender = orRefuse(await findSmsSender(ctx.db, number).catch(ignoreDeletion), 'FROM_NUMBER_NOT_FOUND')
  const recipient = { senderId: sender.id, customerKey: phoneNumberKey(to) }
  const { contact, customerKey, now } = await findContactState(ctx.db, ctx.account.id, { ...recipient, countUpTo: 0 })
  await checkMayContact(ctx, to)
  await checkSms(ctx, to, contact)
  const sent = await dispatch(ctx, {
    sender,
    customerKey,
    address: to,
    name: null,
    checkedAt: now,
    content: { kind: 'freeform', texts: [body], text: body },
    entry: await entryFor(ctx, sender, contact),
    effectKey: operation?.key,
    campaignId,
  })
  return sent ?? (await findSent(ctx, operation!.key))!
}

/** The phone number was deleted in the meantime. */
function ignoreDeletion(error: unknown): undefined {
  if (!isForeignKeyViolation(error)) throw error
}
