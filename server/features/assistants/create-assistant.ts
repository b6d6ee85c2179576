// Creates an assistant with the given settings, and defaults for the others.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { AssistantPatch } from './assistant/assistant.ts'
import { newSettings } from './assistant/defaults.ts'
import { recordFirstVersion } from './assistant/record-version.ts'
import { type AssistantSummary, insertAssistant, replaceLabels, replaceTools } from './assistant/store.ts'
import { applyPatch, patchOfNew } from './settings/apply-patch.ts'
import { faultsOfAddresses, refuseFor } from './settings/check-patch.ts'
import { lockNumber } from './settings/check-phone-number.ts'
import type { Fault } from './settings/fault.ts'

/** The assistant is inactive unless it has a phone number. */
export async function createAssistant(ctx: AccountContext, patch: AssistantPatch): Promise<AssistantSummary> {
  const addressFaults = faultsOfAddresses(ctx, patch)
  return transaction(ctx, (tx) => createAssistantIn(tx, patch, { uuid: tx.newId(), addressFaults }))
}

/** For a transaction that also creates other records. */
export async function createAssistantIn(
  tx: Tx,
  patch: AssistantPatch,
  { uuid, addressFaults = [] }: { uuid: string; addressFaults?: readonly Fault[] },
): Promise<AssistantSummary> {
  await lockNumber(tx, patch)
  const { settings, faults } = await applyPatch(tx, newSettings(tx), patchOfNew(patch))
  refuseFor([...addressFaults, ...faults])
  const status = settings.phoneNumberId === null ? 'inactive' : 'active'
  const id = await insertAssistant(tx.db, tx.account.id, { uuid, settings, status })
  if (settings.labelIds.length > 0) await replaceLabels(tx.db, tx.account.id, id, settings.labelIds)
  if (settings.toolIds.length > 0) await replaceTools(tx.db, tx.account.id, id, settings.toolIds)
  await recordFirstVersion(tx, tx.account.id, { id, settings })
  await tx.emit('assistant.changed', { accountId: tx.account.id, assistantId: id, change: 'created' })
  return { ...settings, id, uuid, status }
}
