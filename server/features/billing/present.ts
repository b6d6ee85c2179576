// Converts amounts of money to the units of the API.
import type { Account } from '#server/platform/context/context.ts'
import type { Prices } from '#server/platform/context/settings.ts'

/** Direct accounts have minutes, tenants have credits. Rounded down to two decimals. */
export function presentBalance(kind: Account['kind'], micros: number, prices: Prices): number {
  const unit = kind === 'direct' ? prices.minuteMicros : prices.creditMicros
  return Math.floor((micros * 100) / unit) / 100
}

export const presentUsd = (micros: number): number => micros / 1_000_000
