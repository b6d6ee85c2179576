// Runs database work again after a conflict with a concurrent transaction.
import { sqlState } from './database.ts'

/** Thrown by a transaction that must run again to see the result of a concurrent one. */
export class LostRace extends Error {}

export async function retryConflicts<R>(work: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const [serializationFailure, deadlockDetected] = ['40001', '40P01']
      const state = sqlState(error)
      const isConflict = error instanceof LostRace || state === serializationFailure || state === deadlockDetected
      if (attempt === 4 || !isConflict) throw error
    }
  }
}
