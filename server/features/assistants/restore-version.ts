// Restores a version of an assistant's settings, as far as its values are still possible.
import { isDeepStrictEqual } from 'node:util'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse } from '#server/platform/refusal.ts'
import type { AssistantPatch } from './assistant/assistant.ts'
import { saveSettings } from './assistant/save-settings.ts'
import { type AssistantSummary, lockAssistant } from './assistant/store.ts'
import { findVersion } from './assistant/store-versions.ts'
import { applyPatch } from './settings/apply-patch.ts'
import { faultsOfAddresses, refuseFor } from './settings/check-patch.ts'
import { lockNumber } from './settings/check-phone-number.ts'
import type { Fault } from './settings/fault.ts'
import { isComplete } from './settings/rules.ts'

export interface Restored {
  assistant: AssistantSummary
  /** Why values of the version could not be restored, such as a folder that was deleted. These settings are unchanged. */
  skipped: Fault[]
}

/** Refuses with `ASSISTANT_NOT_FOUND` and `VERSION_NOT_FOUND`. */
export function restoreVersion(ctx: AccountContext, id: number, version: number): Promise<Restored> {
  return transaction(ctx, async (tx) => {
    const accountId = tx.account.id
    const before = orRefuse(await lockAssistant(tx.db, accountId, id), 'ASSISTANT_NOT_FOUND')
    const found = orRefuse(await findVersion(tx.db, accountId, { assistantId: id, version }), 'VERSION_NOT_FOUND')
    const patch: AssistantPatch = { ...found.settings }
    await lockNumber(tx, { phoneNumberId: before.phoneNumberId, ...patch })
    const skipped: Fault[] = []
    for (;;) {
      const { settings, faults } = await applyPatch(tx, before, patch)
      const all = [...faultsOfAddresses(ctx, patch), ...faults]
      if (all.length === 0) {
        const status = await saveSettings(tx, before, { settings, completes: isComplete(settings) })
        // A value that Parley chose itself can be one that requests may not set; it is then chosen again.
        const isMissing = ({ setting }: Fault) => !isDeepStrictEqual(settings[setting], found.settings[setting])
        return { assistant: { ...settings, id, uuid: before.uuid, status }, skipped: skipped.filter(isMissing) }
      }
      const removable = all.map(orOfType(patch)).filter(({ setting }) => setting in patch)
      if (removable.length === 0) refuseFor(all)
      for (const { setting } of removable) delete patch[setting]
      skipped.push(...removable)
    }
  })
}

/** If the number of the version is not possible, the assistant keeps its number, which the type must suit. */
const orOfType =
  (patch: AssistantPatch) =>
  (fault: Fault): Fault =>
    fault.setting !== 'phoneNumberId' || 'phoneNumberId' in patch
      ? fault
      : { setting: 'type', message: 'The selected :attribute does not suit the phone number that stays.' }
