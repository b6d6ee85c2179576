// Updates settings of an assistant, and activates it if it gets a phone number or its settings are complete.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import type { AssistantPatch } from './assistant/assistant.ts'
import { saveSettings } from './assistant/save-settings.ts'
import { type AssistantSummary, lockAssistant } from './assistant/store.ts'
import { applyPatch } from './settings/apply-patch.ts'
import { faultsOfAddresses, refuseFor } from './settings/check-patch.ts'
import { lockNumber } from './settings/check-phone-number.ts'
import { isComplete } from './settings/rules.ts'

/**
 * Refuses with `ASSISTANT_NOT_FOUND`, and with `ASSISTANT_CHANGED` if the assistant does not have the version `ifVersion`. An
 * empty patch changes nothing, not even the status.
 */
export async function updateAssistant(
  ctx: AccountContext,
  id: number,
  patch: AssistantPatch,
  { ifVersion }: { ifVersion?: number | undefined } = {},
): Promise<AssistantSummary> {
  const addressFaults = faultsOfAddresses(ctx, patch)
  return transaction(ctx, async (tx) => {
    const accountId = tx.account.id
    const assistant = orRefuse(await lockAssistant(tx.db, accountId, id), 'ASSISTANT_NOT_FOUND')
    if (ifVersion !== undefined && ifVersion !== assistant.version) throw new Refusal('ASSISTANT_CHANGED')
    if (Object.keys(patch).length === 0) return assistant
    await lockNumber(tx, { phoneNumberId: assistant.phoneNumberId, ...patch })
    const { settings, faults } = await applyPatch(tx, assistant, patch)
    refuseFor([...addressFaults, ...faults])
    const getsNumber = typeof patch.phoneNumberId === 'number'
    const completes = getsNumber || isComplete(settings)
    const status = await saveSettings(tx, assistant, { settings, completes })
    return { ...settings, id, uuid: assistant.uuid, status }
  })
}
