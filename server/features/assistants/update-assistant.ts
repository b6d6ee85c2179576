// Updates settings of an assistant, and activates it if it gets a phone number or its settings are complete.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { AssistantPatch } from './assistant/assistant.ts'
import {
  type AssistantSummary,
  lockAssistant,
  replaceLabels,
  replaceTools,
  updateAssistantRow,
} from './assistant/store.ts'
import { applyPatch } from './settings/apply-patch.ts'
import { faultsOfAddresses, refuseFor } from './settings/check-patch.ts'
import { lockNumber } from './settings/check-phone-number.ts'
import { isComplete } from './settings/rules.ts'

/** Refuses with `ASSISTANT_NOT_FOUND`. An empty patch changes nothing, not even the status. */
export async function updateAssistant(
  ctx: AccountContext,
  id: number,
  patch: AssistantPatch,
): Promise<AssistantSummary> {
  const addressFaults = faultsOfAddresses(ctx, patch)
  return transaction(ctx, async (tx) => {
    const accountId = tx.account.id
    const assistant = await lockAssistant(tx.db, accountId, id)
    if (!assistant) throw new Refusal('ASSISTANT_NOT_FOUND')
    if (Object.keys(patch).length === 0) return assistant
    await lockNumber(tx, { phoneNumberId: assistant.phoneNumberId, ...patch })
    const { settings, faults } = await applyPatch(tx, assistant, patch)
    refuseFor([...addressFaults, ...faults])
    const getsNumber = typeof patch.phoneNumberId === 'number'
    const completes = getsNumber || isComplete(settings)
    const status = await updateAssistantRow(tx.db, accountId, id, { settings, completes })
    if (patch.labelIds !== undefined) await replaceLabels(tx.db, accountId, id, settings.labelIds)
    if (patch.toolIds !== undefined) await replaceTools(tx.db, accountId, id, settings.toolIds)
    return { ...settings, id, uuid: assistant.uuid, status }
  })
}
