// Runs database work again after a conflict with a concurrent transaction.
import { sqlState } from './database.ts'

/** Thrown by a transaction that must run again to see the result of a concurrent one. */
export class LostRace extends Error {}

const serializationFailure = '40001'
const deadlockDetected = '40P01'
const maxAttempts = 4

export async function retryConflicts<R>(work: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isConflict =
        error instanceof LostRace || [serializationFailure, deadlockDetected].includes(sqlState(error) ?? '')
      if (attempt === maxAttempts || !isConflict) throw error
    }
  }
}
