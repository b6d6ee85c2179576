// Orders SRV records by priority, and at random by weight within a priority (RFC 2782).
import type { SrvRecord } from './name-server.ts'

/** `random` returns a number from 0 to less than 1. */
export function orderSrv(records: readonly SrvRecord[], random: () => number): SrvRecord[] {
  const ordered: SrvRecord[] = []
  const priorities = [...new Set(records.map(({ priority }) => priority))].sort((a, b) => a - b)
  for (const priority of priorities) {
    // Records of weight 0 come first in the running sum, so that they have a small chance.
    const left = records.filter((each) => each.priority === priority).sort((a, b) => a.weight - b.weight)
    while (left.length > 0) {
      const total = left.reduce((sum, { weight }) => sum + weight, 0)
      let rest = Math.floor(random() * (total + 1))
      const index = left.findIndex(({ weight }) => {
        rest -= weight
        return rest <= 0
      })
      ordered.push(...left.splice(Math.max(0, index), 1))
    }
  }
  return ordered
}
