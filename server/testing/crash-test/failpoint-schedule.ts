// Chooses the failpoint of each kill, so that every failpoint that the load reaches gets its turn.

export interface FailpointSchedule {
  /** Returns the candidate with the fewest attempts; undefined if there is none. */
  next(candidates: readonly string[]): string | undefined
  record(failpoint: string, wasHit: boolean): void
  /** By failpoint, as `origin/seam:count`. */
  kills: Map<string, number>
  /** Attempts in which the load did not reach the failpoint again in time. */
  misses: Map<string, number>
}

export const seamOf = (failpoint: string): string => failpoint.replace(/^.*\/|:\d+$/g, '')

const countOf = (failpoint: string): number => Number(failpoint.slice(failpoint.lastIndexOf(':') + 1))

export function createFailpointSchedule(dice: () => number): FailpointSchedule {
  const kills = new Map<string, number>()
  const misses = new Map<string, number>()
  const killsBySeam = new Map<string, number>()
  const positions = new Map<string, number>()

  /** The first key that differs decides. */
  function sortKeys(failpoint: string): number[] {
    if (!positions.has(failpoint)) positions.set(failpoint, dice())
    const attempts = (kills.get(failpoint) ?? 0) + (misses.get(failpoint) ?? 0)
    return [attempts, killsBySeam.get(seamOf(failpoint)) ?? 0, countOf(failpoint), positions.get(failpoint)!]
  }

  return {
    kills,
    misses,
    next(candidates) {
      const sorted = candidates.map((failpoint) => ({ failpoint, keys: sortKeys(failpoint) }))
      return sorted.sort((a, b) => compare(a.keys, b.keys))[0]?.failpoint
    },
    record(failpoint, wasHit) {
      increment(wasHit ? kills : misses, failpoint)
      if (wasHit) increment(killsBySeam, seamOf(failpoint))
    },
  }
}

const compare = (a: readonly number[], b: readonly number[]): number => {
  const index = a.findIndex((key, at) => key !== b[at])
  return index === -1 ? 0 : a[index]! - b[index]!
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
