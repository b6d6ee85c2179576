// What the operator gives an account at the installation's carrier: a number, and templates to send from it.
import { actFor } from '#server/features/accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { carrierAccountFor, isInstallations } from './carrier-account/carrier-account.ts'
import { claimNumber } from './claim-number.ts'
import type { Sender } from './sender/sender.ts'
import { noWebhooks } from './sender/sender-settings.ts'
import { findSender, findSenderByNumber } from './sender/store.ts'
import { applySnapshot } from './sync/apply-snapshot.ts'
import { type Snapshot, takeSnapshot } from './sync/snapshot.ts'

export interface Assignment {
  accountId: number
  phoneNumber: string
  displayName?: string
  /** Of the carrier, by their sids. */
  templateSids: readonly string[]
}

/** Safe to run again, with more templates. Refuses in sentences for the operator; throws `OutsideError`. */
export async function assignSender(context: AppContext, assignment: Assignment): Promise<Sender> {
  const { accountId, phoneNumber, displayName, templateSids } = assignment
  const ctx = await actFor(context, accountId)
  if (!ctx) throw new Refusal('ACCOUNT_NOT_FOUND', `There is no account ${accountId}.`)
  const { accountSid: carrierAccountSid } = await carrierAccountFor(ctx)
  if (!isInstallations(ctx, { accountSid: carrierAccountSid }))
    throw new Refusal('OWN_CARRIER', `Account ${accountId} uses a carrier account of its own.`)
  const holder = await findSenderByNumber(context.db, { carrierAccountSid, phoneNumber })
  if (holder && holder.accountId !== accountId)
    throw new Refusal('NUMBER_TAKEN', `${phoneNumber} is a sender of account ${holder.accountId}.`)
  const snapshot = await takeSnapshot(ctx)
  refuseUnknown(snapshot, assignment)
  if (holder) {
    await transaction(ctx, (tx) => applySnapshot(tx, snapshot, templateSids))
    return (await findSender(context.db, accountId, holder.id)) ?? holder
  }
  const claim = { phoneNumber, assistantId: null, ...noWebhooks }
  return claimNumber(ctx, { ...claim, ...(displayName ? { displayName } : {}) }, templateSids)
}

function refuseUnknown({ senders, templates }: Snapshot, { phoneNumber, templateSids }: Assignment): void {
  if (!senders.some((sender) => sender.phoneNumber === phoneNumber))
    throw new Refusal('NUMBER_UNKNOWN', `The carrier has no sender ${phoneNumber}.`)
  const unknown = templateSids.find((sid) => !templates.some((template) => template.sid === sid))
  if (unknown !== undefined) throw new Refusal('TEMPLATE_UNKNOWN', `The carrier has no template ${unknown}.`)
}
