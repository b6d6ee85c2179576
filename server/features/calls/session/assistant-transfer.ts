// Prepares the assistant that a call is transferred to.
import type { Assistant } from '#server/features/assistants/index.ts'
import { findTransferTarget } from '#server/features/conversations/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { CallSettings } from '#server/voice/engine/settings.ts'
import type { TransferToAssistant } from './call-tools.ts'
import type { LiveCall } from './claim-media.ts'
import { type PreparedSession, prepareSession } from './prepare-session.ts'

export interface NextAssistant extends PreparedSession {
  assistant: Assistant
}

/** The transfers of one call. */
export function createAssistantTransfers(ctx: AccountContext, call: LiveCall) {
  let current = call.assistant
  let transfers = 0
  let next: NextAssistant | undefined

  const transferToAssistant: TransferToAssistant = async (assistantId) => {
    const { assistant: found, error } = await findTransferTarget(ctx, { from: current, to: assistantId, transfers })
    if (!found) return refused(error)
    // The assistant of the call keeps the settings that the call began with.
    const assistant = found.id === call.assistant.id ? call.assistant : found
    try {
      next = { assistant, ...(await prepareSession(ctx, { ...call, assistant }, transferToAssistant)) }
    } catch (error) {
      if (error instanceof OutsideError) return refused('The colleague is not available.')
      ctx.log.error({ error, call: call.uuid }, 'a call could not be transferred to another assistant')
      return refused('The colleague is not available.')
    }
    return { result: { transferred_to: assistant.name }, isReady: true }
  }

  return {
    transferToAssistant,
    /** Returns the assistant that was prepared last, once. */
    take(): NextAssistant | undefined {
      const taken = next
      next = undefined
      if (!taken) return undefined
      transfers++
      current = taken.assistant
      return taken
    },
  }
}

const refused = (error: string) => ({ result: { error }, isReady: false })

/** The customer has been greeted and heard, and the time of the call continues. */
export function settingsOfNext(settings: CallSettings, elapsedMs: number, maxDurationMs: number): CallSettings {
  return {
    ...settings,
    direction: 'inbound',
    greeting: undefined,
    disclosure: undefined,
    waitForCustomer: false,
    maxInitialSilenceMs: settings.maxSilenceMs,
    maxDurationMs: Math.max(1_000, maxDurationMs - elapsedMs),
  }
}

export const transferInstruction = (from: string): string =>
  `[The call was handed over to you by ${from}. Introduce yourself briefly and go on with the customer's request.]`
