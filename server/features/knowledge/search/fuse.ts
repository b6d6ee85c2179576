// Merges ranked lists by reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009).
/** The constant of the paper: it limits the lead of the first ranks. */
const rankOffset = 60

export interface Place {
  documentId: number
  position: number
}

export interface RankedPlace extends Place {
  score: number
}

/** Each list is best first. Ties keep the order of the first list. */
export function fuse(lists: readonly (readonly Place[])[]): RankedPlace[] {
  const merged = new Map<string, RankedPlace>()
  for (const list of lists) {
    for (const [index, { documentId, position }] of list.entries()) {
      const key = `${documentId}:${position}`
      const place = merged.get(key) ?? { documentId, position, score: 0 }
      place.score += 1 / (rankOffset + index + 1)
      merged.set(key, place)
    }
  }
  return [...merged.values()].sort((a, b) => b.score - a.score)
}
