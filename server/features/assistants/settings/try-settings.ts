// Applies changes to the settings of an assistant without saving them, for tests.
import { assistants } from '#contract/assistants/assistants.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { whyForbidden } from '#server/platform/http/why-forbidden.ts'
import { InvalidInput, Refusal } from '#server/platform/refusal.ts'
import type { Assistant } from '../assistant/assistant.ts'
import { pickSettings } from '../assistant/pick-settings.ts'
import { type ChangedFields, readPatch } from '../present.ts'
import { applyPatch } from './apply-patch.ts'
import { faultsOfAddresses } from './check-patch.ts'
import { presentFaults } from './fault.ts'

const parameter = 'changed_settings'

/**
 * Returns the assistant with the changes, or itself if there are none. Only callers who may save changes may try them. Refuses with `FORBIDDEN`, and
 * throws `InvalidInput` with the errors of an update below `changed_settings`.
 */
export async function trySettings(
  ctx: AccountContext,
  assistant: Assistant,
  changes: ChangedFields = {},
): Promise<Assistant> {
  if (Object.keys(changes).length === 0) return assistant
  const reason = ctx.actor && whyForbidden(assistants.update, ctx.actor)
  if (reason !== undefined) throw new Refusal('FORBIDDEN', reason)
  const patch = readPatch(changes)
  const { settings, faults } = await applyPatch(ctx, assistant, patch)
  const all = [...faultsOfAddresses(ctx, patch), ...faults]
  if (all.length > 0) throw new InvalidInput(presentFaults(all, [parameter]))
  return { ...assistant, ...pickSettings(settings) }
}
