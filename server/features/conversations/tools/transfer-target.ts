// Finds the assistant that a call or conversation is transferred to, within the limit on transfers.
import { type Assistant, findAssistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'

/** In one call, or in a conversation until it ends, so that assistants do not transfer a customer without end. */
const maxTransfers = 5

export type TransferTarget = { assistant: Assistant; error?: undefined } | { assistant?: undefined; error: string }

/** `transfers` is their number so far. The error is for the model. */
export async function findTransferTarget(
  ctx: AccountContext,
  { from, to, transfers }: { from: Assistant; to: number; transfers: number },
): Promise<TransferTarget> {
  if (transfers >= maxTransfers) return { error: 'The customer was transferred too often.' }
  const assistant = await findAssistant(ctx.db, ctx.account.id, to)
  const isAvailable = assistant && !assistant.deactivated && assistant.id !== from.id
  return isAvailable ? { assistant } : { error: 'The colleague is not available.' }
}
