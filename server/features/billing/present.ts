// Money as the wire shows it.
import type { Account } from '#server/platform/context/context.ts'
import type { Prices } from '#server/platform/context/settings.ts'

/** Minutes of a direct account, credits of a tenant; two digits, never more than there is. */
export function presentBalance(kind: Account['kind'], micros: number, prices: Prices): number {
  const unit = kind === 'direct' ? prices.minuteMicros : prices.creditMicros
  return Math.floor((micros * 100) / unit) / 100
}

/** US dollars. */
export const presentUsd = (micros: number): number => micros / 1_000_000
