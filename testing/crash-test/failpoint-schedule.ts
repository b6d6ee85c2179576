// Chooses the failpoint of each kill, so that every failpoint that the load reaches gets its turn.

export const seamOf = (failpoint: string): string => failpoint.replace(/^.*\/|:\d+$/g, '')

export function createFailpointSchedule(random: () => number) {
  /** By failpoint, as `origin/seam:count`. */
  const kills = new Map<string, number>()
  /** How often the load did not reach the failpoint in time. */
  const misses = new Map<string, number>()
  const killsBySeam = new Map<string, number>()
  const positions = new Map<string, number>()

  /** The first key that differs decides. */
  function sortKeys(failpoint: string): number[] {
    if (!positions.has(failpoint)) positions.set(failpoint, random())
    const attempts = (kills.get(failpoint) ?? 0) + (misses.get(failpoint) ?? 0)
    return [
      attempts,
      killsBySeam.get(seamOf(failpoint)) ?? 0,
      Number(failpoint.split(':').at(-1)),
      positions.get(failpoint)!,
    ]
  }

  return {
    kills,
    misses,
    /** Returns the candidates, those with the fewest attempts first. */
    sort(candidates: readonly string[]): string[] {
      const keyed = candidates.map((failpoint) => ({ failpoint, keys: sortKeys(failpoint) }))
      return keyed.sort((a, b) => compare(a.keys, b.keys)).map(({ failpoint }) => failpoint)
    },
    leastKilled(candidates: readonly string[]): string[] {
      const killsOf = (failpoint: string): number => kills.get(failpoint) ?? 0
      const fewest = Math.min(...candidates.map(killsOf))
      return candidates.filter((failpoint) => killsOf(failpoint) === fewest)
    },
    recordKill(failpoint: string): void {
      increment(kills, failpoint)
      increment(killsBySeam, seamOf(failpoint))
    },
    recordMiss: (failpoint: string): void => increment(misses, failpoint),
  }
}

const compare = (a: readonly number[], b: readonly number[]): number => {
  const index = a.findIndex((key, at) => key !== b[at])
  return index === -1 ? 0 : a[index]! - b[index]!
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
