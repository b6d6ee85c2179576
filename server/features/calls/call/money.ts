// What a call costs: the talk time per started second, at the prices that applied when the call was created.
import { hold, type Purpose, selectBalance } from '#server/features/billing/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { Call } from './call.ts'

export interface CallPrices {
  /** Per minute. */
  priceMicros: number
  carrierPriceMicros: number
}

/** An account with a carrier account of its own pays its carrier directly. */
export function pricesOf(
  { settings }: Pick<AccountContext, 'settings'>,
  { externalId }: Pick<CarrierAccount, 'externalId'>,
): CallPrices {
  const isOfInstallation = externalId === settings.carrierAccount.externalId
  const { callMinuteMicros, carrierMinuteMicros } = settings.prices
  return { priceMicros: callMinuteMicros, carrierPriceMicros: isOfInstallation ? carrierMinuteMicros : 0 }
}

export const costOf = (seconds: number, perMinuteMicros: number): number => Math.ceil((seconds * perMinuteMicros) / 60)

export const costOfBoth = (seconds: number, { priceMicros, carrierPriceMicros }: CallPrices): number =>
  costOf(seconds, priceMicros) + costOf(seconds, carrierPriceMicros)

/** A balance that does not suffice for this time is refused. */
export const minimumSeconds = 60
/** A hold outlives every call: ringing, talking, and the check at the carrier after a failure. */
const holdMarginMs = 60 * 60_000

/**
 * Reserves the cost of `maxSeconds`, or of the time that the balance pays for, and returns that time. Refuses with
 * `INSUFFICIENT_BALANCE` if that is less than a minute.
 */
export async function holdCost(tx: Tx, ref: string, prices: CallPrices, maxSeconds: number): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    // Assistants can have a maximum duration with a fraction.
    const seconds = Math.floor(Math.min(maxSeconds, affordableSeconds(prices, await availableMicros(tx))))
    if (seconds < Math.min(minimumSeconds, Math.floor(maxSeconds))) throw new Refusal('INSUFFICIENT_BALANCE')
    try {
      await hold(tx, { ref, amountMicros: costOfBoth(seconds, prices), forMs: seconds * 1000 + holdMarginMs })
      return seconds
    } catch (error) {
      // Another operation has reserved money since the balance was read.
      if (attempt === 3 || !(error instanceof Refusal)) throw error
    }
  }
}

async function availableMicros(tx: Tx): Promise<number> {
  const { balanceMicros, heldMicros } = await selectBalance(tx.db, tx.account.id)
  return balanceMicros - heldMicros
}

export function affordableSeconds(prices: CallPrices, availableMicros: number): number {
  const perMinuteMicros = prices.priceMicros + prices.carrierPriceMicros
  if (perMinuteMicros === 0) return Number.POSITIVE_INFINITY
  // Each price is rounded up on its own.
  return Math.max(0, Math.floor(((availableMicros - 2) * 60) / perMinuteMicros))
}

export const purposeOf = ({ id: callId, assistantId, campaignId }: Call): Purpose => ({
  channel: 'call',
  callId,
  assistantId,
  campaignId,
})

export const ledgerRefOf = ({ uuid }: Pick<Call, 'uuid'>): string => `call:${uuid}`
