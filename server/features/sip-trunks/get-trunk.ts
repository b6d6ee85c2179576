// Reads trunks with their phone numbers, and tests their lines.
import { findCarrierAccountById, requireCapability } from '#server/features/carrier-accounts/index.ts'
import type { PhoneNumber } from '#server/features/phone-numbers/index.ts'
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import type { NumberTest } from '#server/ports/voice-carrier.ts'
import { findTrunk, selectTrunks } from './store-trunks.ts'
import type { StoredTrunk } from './trunk.ts'
import { numbersByTrunk, selectTrunkNumbers } from './trunk-numbers.ts'

export interface TrunkWithNumbers {
  trunk: StoredTrunk
  /** The trunk's own number first. */
  numbers: readonly PhoneNumber[]
}

export async function listTrunks(ctx: AccountContext): Promise<TrunkWithNumbers[]> {
  const trunks = await selectTrunks(ctx.db, ctx.account.id)
  const numbers = await numbersByTrunk(ctx)
  return trunks.flatMap((trunk) => {
    const own = numbers.get(trunk.phoneNumberId)
    // Deleted since the trunks were read.
    return own ? [{ trunk, numbers: own }] : []
  })
}

/** Refuses with `SIP_TRUNK_NOT_FOUND`. */
export async function getTrunk(ctx: AccountContext, id: number): Promise<TrunkWithNumbers> {
  const trunk = orRefuse(await findTrunk(ctx.db, ctx.account.id, id), 'SIP_TRUNK_NOT_FOUND')
  const numbers = await selectTrunkNumbers(ctx, id)
  if (numbers.length === 0) throw new Refusal('SIP_TRUNK_NOT_FOUND')
  return { trunk, numbers }
}

/** A server that cannot ask the provider is a result, too. Refuses with `SIP_TRUNK_NOT_FOUND`. */
export async function testTrunk(ctx: AccountContext, id: number): Promise<NumberTest> {
  const { numbers } = await getTrunk(ctx, id)
  const { externalId, carrierAccountId } = numbers[0]!
  const account = orRefuse(await findCarrierAccountById(ctx, carrierAccountId), 'SIP_TRUNK_NOT_FOUND')
  try {
    const carrier = ctx.carriers.of(account)
    requireCapability(carrier, 'testsNumbers')
    return await carrier.calls.testNumber(account, externalId!)
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    return { works: false, message: error.message }
  }
}
