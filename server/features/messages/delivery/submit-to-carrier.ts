// Handing one message to the carrier, and writing down what came of it.
import { setTimeout } from 'node:timers/promises'
import { settle } from '#server/features/billing/index.ts'
import { restoreMessage } from '#server/features/conversations/index.ts'
import { findCarrierAccountBySid, type Sender } from '#server/features/senders/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type {
  CarrierAccount,
  CarrierMessage,
  CarrierStatus,
  OutgoingContent,
  OutgoingMessage,
} from '#server/ports/carrier.ts'
import { storeStatusUpdate } from '../inbox/store-status-update.ts'
import { deliveryStatusOf, isFailedStatus, statusesBefore } from '../message/delivery-status.ts'
import type { Message, Receipt } from '../message/message.ts'
import { failMessage } from './fail-message.ts'
import { findAtCarrier } from './find-at-carrier.ts'
import { failureOf, outcomeUnknown } from './outcome.ts'
import { addPartJob } from './part-job.ts'
import { sendReceipt } from './receipts.ts'
import { acceptMessage, findMessage, markUnknown, saveCharge } from './store.ts'

export interface Submission {
  message: Message
  content: OutgoingContent
  sender: Sender
}

/** What the carrier made of it; `message` is as it stands then. Throws a `Refusal` when it was not taken, or nobody knows. */
export async function submitToCarrier(ctx: AccountContext, { message, content, sender }: Submission): Promise<Message> {
  const account = await accountOf(ctx, message)
  const outgoing: OutgoingMessage = {
    channel: 'chatapp',
    from: sender.phoneNumber,
    to: message.address,
    content,
    statusCallbackUrl: callbackUrl(ctx, message),
  }
  let sent: { sid: string; status: CarrierStatus }
  try {
    sent = await sendPatiently(ctx, account, outgoing)
  } catch (error) {
    return handleFailure(ctx, { message, sender, account, error })
  }
  return transaction(ctx, (tx) => accept(tx, message, sent, sender))
}

const pausesMs = [150, 600]

/** Again only where the carrier has certainly done nothing. */
async function sendPatiently(ctx: AccountContext, account: CarrierAccount, outgoing: OutgoingMessage) {
  for (const pauseMs of pausesMs) {
    try {
      return await ctx.carrier.sendMessage(account, outgoing)
    } catch (error) {
      if (!(error instanceof OutsideError) || !error.retryable) throw error
      await setTimeout(pauseMs)
    }
  }
  return ctx.carrier.sendMessage(account, outgoing)
}

interface FailedHandOver {
  message: Message
  sender: Sender
  account: CarrierAccount
  error: unknown
}

async function handleFailure(ctx: AccountContext, { message, sender, account, error }: FailedHandOver) {
  const failure = failureOf(error)
  if (failure.outcome === 'refused') {
    await transaction(ctx, (tx) => failMessage(tx, message, failure))
    throw failure.refusal
  }
  return findOutcome(ctx, { message, sender, account, errorMessage: failure.errorMessage })
}

export interface UnknownOutcome {
  message: Message
  sender: Sender
  account: CarrierAccount
  /** Why nobody knows. */
  errorMessage: string
}

/** The carrier may have the message: it is looked for there, and never sent again. Throws a `Refusal` when nobody knows. */
export async function findOutcome(ctx: AccountContext, doubt: UnknownOutcome): Promise<Message> {
  const { message, sender, account, errorMessage } = doubt
  ctx.log.warn({ message: message.id }, 'the outcome of a message is unknown')
  await markUnknown(ctx.db, ctx.account.id, message.id, errorMessage)
  const found = await findAtCarrier(ctx, { message, sender, account })
  if (!found) throw outcomeUnknown(message)
  const known =
    found === 'told'
      ? (await findMessage(ctx.db, ctx.account.id, message.id))!
      : await recordFound(ctx, message, found, sender)
  // What was found may have become another's meanwhile.
  if (known.state !== 'accepted') throw outcomeUnknown(message)
  return known
}

/** A failure that is found stands like one that the carrier told us of: money and more hang on it. */
export async function recordFound(
  ctx: AccountContext,
  message: Message,
  found: CarrierMessage,
  sender?: Sender,
): Promise<Message> {
  const { sid, status, errorCode, errorMessage } = found
  if (!isFailedStatus(status)) return transaction(ctx, (tx) => accept(tx, message, found, sender))
  const { carrierAccountSid: accountSid, uuid } = message
  return transaction(ctx, async (tx) => {
    await storeStatusUpdate(tx, uuid, { sid, accountSid, status, errorCode, errorMessage, eventType: null })
    return accept(tx, message, { sid, status: 'accepted' }, sender)
  })
}

/** The carrier keeps no order among parts that it has at the same time; news that a part was sent comes sooner mostly. */
const betweenPartsMs = 2_500

export async function accept(
  tx: Tx,
  message: Pick<Message, 'accountId' | 'id'>,
  { sid, status }: { sid: string; status: CarrierStatus },
  sender?: Sender,
  reportedAt: Date = tx.now(),
): Promise<Message> {
  const accepted = await acceptMessage(tx.db, { message, sid, status, before: statusesBefore(status) })
  if (!accepted) return (await findMessage(tx.db, message.accountId, message.id))!
  const { ledgerRef, priceMicros, conversationMessageId } = accepted
  if (ledgerRef !== null && priceMicros > 0) {
    const chargedMicros = await settle(tx, { kind: 'chatapp-message', ref: ledgerRef, amountMicros: priceMicros })
    if (chargedMicros < priceMicros) await saveCharge(tx.db, accepted.accountId, accepted.id, chargedMicros)
  }
  if (accepted.wasRefused && accepted.part === 1 && conversationMessageId !== null)
    await restoreMessage(tx.db, tx.account.id, { messageId: conversationMessageId, costMicros: priceMicros })
  if (accepted.hasWaitingParts) await addPartJob(tx, accepted, betweenPartsMs)
  // Of a whole that has more parts, their acceptance changes nothing.
  if (accepted.part === 1) await sendReceipt(tx, receiptOf(accepted, reportedAt), sender)
  return accepted
}

const receiptOf = (head: Message, reportedAt: Date): Receipt => ({
  head,
  status: deliveryStatusOf(head.status),
  errorCode: head.errorCode,
  errorMessage: head.errorMessage,
  reportedAt,
})

/** A message stays with the carrier account that it was given to. */
export async function accountOf(ctx: AccountContext, { carrierAccountSid }: Message): Promise<CarrierAccount> {
  const account = await findCarrierAccountBySid(ctx, carrierAccountSid)
  if (!account)
    throw new OutsideError('unauthorised', 'The carrier account is not known any more.', { retryable: false })
  return account
}

const callbackUrl = ({ settings }: AccountContext, { uuid, callbackToken }: Message): string =>
  `${settings.publicUrl}/carrier/twilio/status/${uuid}/${callbackToken}#rc=3&rp=all`
