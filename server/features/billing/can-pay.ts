// Whether an account could pay a price now: asked before there is anything to put money aside for.
import type { Db } from '#server/platform/database/database.ts'
import { selectBalance } from './store.ts'

/** Promises nothing: only `hold` and `charge` do. */
export async function canPay(db: Db, accountId: number, priceMicros: number): Promise<boolean> {
  if (priceMicros === 0) return true
  const { balanceMicros, heldMicros } = await selectBalance(db, accountId)
  return balanceMicros - heldMicros >= priceMicros
}
