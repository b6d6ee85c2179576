// Submits a stored message to the carrier and records the outcome.

import { setTimeout } from 'node:timers/promises'
import { findCarrierAccountById } from '#server/features/carrier-accounts/index.ts'
import type { Sender } from '#server/features/senders/index.ts'
import { CarrierError, noReport } from '#server/platform/carriers/carrier-error.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { BoxError } from '#server/platform/security/secret-box.ts'
import type { CarrierAccount, CarrierStatus, OutgoingContent, OutgoingMessage } from '#server/ports/carrier.ts'
import type { Message } from '../message/message.ts'
import { acceptFoundMessage, acceptMessage } from './accept-message.ts'
import { failMessage } from './fail-message.ts'
import { type CarrierSearch, findAtCarrier } from './find-at-carrier.ts'
import { failureOf, outcomeUnknown } from './outcome.ts'
import { findMessage, markUnknown } from './store.ts'

/**
 * Returns the message as it is after the submission. Throws a `Refusal` if the carrier rejected it or its outcome is
 * unknown.
 */
export async function submitToCarrier(
  ctx: AccountContext,
  { message, content, sender }: { message: Message; content: OutgoingContent; sender: Sender },
): Promise<Message> {
  const account = await getCarrierAccount(ctx, message).catch(async (error: unknown) => {
    const isUnreadable = error instanceof BoxError
    const fault = { ...noReport, errorMessage: isUnreadable ? error.message : '' }
    if (isUnreadable) await transaction(ctx, (tx) => failMessage(tx, message, fault))
    throw error
  })
  const outgoing: OutgoingMessage = {
    channel: sender.channel,
    from: sender.phoneNumber,
    to: message.address,
    content,
    report: { uuid: message.uuid, token: message.callbackToken },
  }
  let sent: { externalId: string; status: CarrierStatus }
  try {
    sent = await sendWithRetries(ctx, account, outgoing)
  } catch (error) {
    const failure = failureOf(error)
    if (failure.outcome === 'unknown') return findOutcome(ctx, { message, sender, account }, failure.errorMessage)
    await transaction(ctx, (tx) => failMessage(tx, message, failure.fault))
    throw failure.refusal
  }
  return transaction(ctx, (tx) => acceptMessage(tx, message, sent, sender))
}

const pausesMs = [150, 600]

/** Retries only if the carrier certainly did nothing. */
async function sendWithRetries(ctx: AccountContext, account: CarrierAccount, outgoing: OutgoingMessage) {
  const { messages } = ctx.carriers.of(account)
  for (const pauseMs of pausesMs) {
    try {
      return await messages.sendMessage(account, outgoing)
    } catch (error) {
      if (!(error instanceof CarrierError) || !error.retryable) throw error
      await setTimeout(pauseMs)
    }
  }
  return messages.sendMessage(account, outgoing)
}

/**
 * Looks the message up at the carrier, which may have accepted it, and never sends it again. Throws a `Refusal` if the
 * outcome remains unknown. `errorMessage` says why it is unknown.
 */
export async function findOutcome(ctx: AccountContext, search: CarrierSearch, errorMessage: string): Promise<Message> {
  const { message, sender } = search
  ctx.log.warn({ message: message.id }, 'the outcome of a message is unknown')
  await markUnknown(ctx.db, ctx.account.id, message.id, errorMessage)
  const found = await findAtCarrier(ctx, search)
  if (!found) throw outcomeUnknown(message)
  const current =
    found === 'accepted'
      ? (await findMessage(ctx.db, ctx.account.id, message.id))!
      : await acceptFoundMessage(ctx, message, found, sender)
  // The id that was found may have been attached to another message in the meantime.
  if (current.state !== 'accepted') throw outcomeUnknown(message)
  return current
}

/** The carrier account under which the message was created, even if the sender has another one now. */
export async function getCarrierAccount(ctx: AccountContext, { carrierAccountId }: Message): Promise<CarrierAccount> {
  const account = await findCarrierAccountById(ctx, carrierAccountId)
  if (!account) throw new CarrierError('refused', 'The carrier account no longer exists.', { reason: 'unauthorised' })
  return account
}
