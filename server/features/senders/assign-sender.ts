// Assigns a number and templates of the installation's carrier account to an account, for the operator.

import { actFor } from '#server/features/accounts/index.ts'
import { carrierAccountFor, isOfInstallation } from '#server/features/carrier-accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
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
  templateIds: readonly string[]
}

/** Can be repeated to assign more templates. Refuses with messages for the operator; throws `OutsideError`. */
export async function assignSender(context: AppContext, assignment: Assignment): Promise<Sender> {
  const { accountId, phoneNumber, displayName, templateIds } = assignment
  const ctx = orRefuse(await actFor(context, accountId), 'ACCOUNT_NOT_FOUND', `There is no account ${accountId}.`)
  const carrierAccount = await carrierAccountFor(ctx)
  if (!isOfInstallation(ctx, carrierAccount))
    throw new Refusal('OWN_CARRIER', `Account ${accountId} uses its own carrier account.`)
  const existing = await findSenderByNumber(context.db, { carrierAccountId: carrierAccount.externalId, phoneNumber })
  if (existing && existing.accountId !== accountId)
    throw new Refusal('NUMBER_TAKEN', `${phoneNumber} is a sender of account ${existing.accountId}.`)
  const snapshot = await takeSnapshot(ctx)
  refuseUnknown(snapshot, assignment)
  if (!existing) return claimNumber(ctx, { phoneNumber, displayName, assistantId: null, ...noWebhooks }, templateIds)
  await transaction(ctx, (tx) => applySnapshot(tx, snapshot, templateIds))
  return (await findSender(context.db, accountId, existing.id)) ?? existing
}

function refuseUnknown({ senders, templates }: Snapshot, { phoneNumber, templateIds }: Assignment): void {
  if (!senders.some((sender) => sender.phoneNumber === phoneNumber))
    throw new Refusal('NUMBER_UNKNOWN', `The carrier has no sender ${phoneNumber}.`)
  const unknown = templateIds.find((externalId) => !templates.some((template) => template.externalId === externalId))
  if (unknown !== undefined) throw new Refusal('TEMPLATE_UNKNOWN', `The carrier has no template ${unknown}.`)
}
