// Runs database work again after a conflict with a concurrent transaction.
import { sqlState } from './database.ts'

/** Thrown by a transaction that must run again to see the result of a concurrent one. */
export class LostRace extends Error {}

export async function retryConflicts<R>(work: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      // 40001 is a serialization failure, 40P01 a deadlock.
      const isConflict = error instanceof LostRace || ['40001', '40P01'].includes(sqlState(error) ?? '')
      if (attempt === 4 || !isConflict) throw error
    }
  }
}
