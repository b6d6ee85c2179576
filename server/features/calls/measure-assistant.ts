// Adds up how an assistant and its customers took turns in all calls of a period.
import { findAssistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Interaction, noInteraction } from '#server/voice/interaction/measure-interaction.ts'
import { sumInteraction } from './call/store-list.ts'

/** Days in the time zone of the account, both included. */
export interface Period {
  dateFrom: string | undefined
  dateTo: string | undefined
}

/** Refuses with `ASSISTANT_NOT_FOUND`. */
export async function measureAssistant(
  ctx: AccountContext,
  assistantId: number,
  period: Period,
): Promise<{ calls: number; interaction: Interaction }> {
  const { id: accountId, timeZone } = ctx.account
  if (!(await findAssistant(ctx.db, accountId, assistantId))) throw new Refusal('ASSISTANT_NOT_FOUND')
  const { calls, sums } = await sumInteraction(ctx.db, accountId, { assistantId, ...period, timeZone })
  return { calls, interaction: { ...noInteraction(), ...sums } }
}
