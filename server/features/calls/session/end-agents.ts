// Ends the calls of persons who are asked to take over a customer whose own call is over.
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { Call } from '../call/call.ts'
import { closeTransfer, selectOpenTransfers } from '../ending/store-transfers.ts'

export async function endAgents(
  ctx: AccountContext,
  carrier: CarrierAccount,
  call: Pick<Call, 'accountId' | 'id'>,
): Promise<void> {
  for (const { agentState, agentExternalId, ...transfer } of await selectOpenTransfers(
    ctx.db,
    call.accountId,
    call.id,
  )) {
    if (agentState === 'waiting') await closeTransfer(ctx.db, transfer, { from: 'waiting', to: 'abandoned' })
    // Without its id, the first callback or the response of the carrier ends the call.
    if (agentExternalId !== null) await endAtCarrier(ctx, carrier, agentExternalId)
  }
}

export async function endAtCarrier(ctx: AccountContext, carrier: CarrierAccount, externalId: string): Promise<void> {
  try {
    await ctx.carriers.of(carrier).calls.endCall(carrier, externalId)
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    ctx.log.warn({ externalId, failure: error.code }, 'a call of a transfer could not be ended')
  }
}
