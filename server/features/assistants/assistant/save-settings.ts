// Stores changed settings of an assistant, with their version.
import type { Tx } from '#server/platform/context/context.ts'
import type { Assistant, AssistantSettings, AssistantStatus } from './assistant.ts'
import { recordVersion } from './record-version.ts'
import { replaceLabels, replaceTools, updateAssistantRow } from './store.ts'

/** The assistant `before` must be locked. `completes` activates it unless the API deactivated it. */
export async function saveSettings(
  tx: Tx,
  before: Assistant,
  { settings, completes }: { settings: AssistantSettings; completes: boolean },
): Promise<AssistantStatus> {
  const { accountId, id } = before
  const status = await updateAssistantRow(tx.db, accountId, id, { settings, completes })
  if (settings.labelIds !== before.labelIds) await replaceLabels(tx.db, accountId, id, settings.labelIds)
  if (settings.toolIds !== before.toolIds) await replaceTools(tx.db, accountId, id, settings.toolIds)
  await recordVersion(tx, before, settings)
  await tx.emit('assistant.changed', { accountId, assistantId: id, change: 'updated' })
  return status
}
