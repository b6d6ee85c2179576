// Finds the telephone lines of all accounts that do not work, for the operator.
import { selectAllNumbers } from '../features/phone-numbers/index.ts'
import { createServerClaim, selectAllTrunks } from '../features/sip-trunks/index.ts'
import type { AppContext } from '../platform/context/context.ts'

export interface LineReport {
  lines: number
  /** A sentence for each line that does not work. */
  faults: string[]
}

export async function findLineFaults(context: AppContext): Promise<LineReport> {
  const trunks = await selectAllTrunks(context.db)
  if (trunks.length === 0) return { lines: 0, faults: [] }
  const numbers = new Map((await selectAllNumbers(context.db)).map(({ id, phoneNumber }) => [id, phoneNumber]))
  const isServed = (await createServerClaim(context).findServer()) !== undefined
  const faults = trunks.flatMap(({ phoneNumberId, status, error }) => {
    const number = numbers.get(phoneNumberId)
    if (!isServed) return [`${number} is not served, because no process with the role voice runs.`]
    if (status === 'registered' || status === 'reachable') return []
    return [`${number}: ${error ?? 'the provider has not answered yet.'}`]
  })
  return { lines: trunks.length, faults }
}
